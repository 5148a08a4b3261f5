import type { DocsTexts } from '@/app/(docs)/texts';
import { adviceFor, failuresOf, type VisibleFailure } from '@/lib/contract/advice';
import { failureAnswers } from '@/lib/contract/errors';
import type { Family } from '@/lib/contract/families';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { ContractTexts } from '@/lib/contract/openapi/texts/texts';
import { Inline } from './inline';
import { Rows } from './rows';
import { Status } from './status';

interface ErrorsProps {
  readonly t: DocsTexts;
  readonly texts: ContractTexts;
  readonly lookups: readonly Lookup[];
  readonly label: string;
}

/** What can go wrong in some lookups and what to do about it, from the one table of errors. */
export function Errors({ t, texts, lookups, label }: ErrorsProps) {
  const families = [...new Set(lookups.map((lookup) => lookupFacts[lookup].family))];
  const failures = [...new Set(families.flatMap((family) => failuresOf(family)))];
  const columns = [
    t('errors.status'),
    t('errors.cause'),
    t('errors.charged'),
    t('errors.retry'),
    t('errors.who'),
  ];
  const rows = failures
    .map((failure) => ({ failure, status: statusOf(failure, families) }))
    .sort((one, other) => one.status - other.status)
    .map(({ failure, status }) => ({
      key: failure,
      cells: cellsOf(failure, status, families, { t, texts }),
    }));
  return <Rows kind="errors" label={label} columns={columns} rows={rows} />;
}

function statusOf(failure: VisibleFailure, [family = 'catalogos']: readonly Family[]): number {
  return failureAnswers[family][failure].status;
}

function cellsOf(
  failure: VisibleFailure,
  status: number,
  families: readonly Family[],
  { t, texts }: Pick<ErrorsProps, 't' | 'texts'>,
) {
  const one = LOOKUPS.find((lookup) => families.includes(lookupFacts[lookup].family)) ?? 'renap';
  const { charge, retry, contact } = adviceFor(failure, lookupFacts[one]);
  const { summary, description } = texts.failures[failure];
  return [
    <Status key="status" code={status} />,
    <div key="cause" className="cause">
      <strong>
        <Inline text={summary} />
      </strong>
      {messagesOf(failure, families).map((message) => (
        <code key={message} className="message">
          {message}
        </code>
      ))}
      <span>
        <Inline text={description} />
      </span>
    </div>,
    t(`errors.charge.${charge}`),
    texts.retry[retry],
    texts.contactWhom[contact],
  ];
}

/** What is written, where the families word it differently each once. */
function messagesOf(failure: VisibleFailure, families: readonly Family[]): string[] {
  const able = families.filter((family) => failuresOf(family).includes(failure));
  return [...new Set(able.map((family) => failureAnswers[family][failure].text))];
}
