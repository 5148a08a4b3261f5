import { Fragment } from 'react';
import type { GuideProps } from '@/app/(docs)/texts';
import type { Language } from '@/lib/base/values/language';
import { failureTexts } from '@/lib/contract/failure-texts';
import {
  chargeAfter,
  type Failure,
  type FailureAnswer,
  failures,
  failuresOf,
} from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { Inline, Rows, Status } from './basics';

interface ErrorsProps extends GuideProps {
  readonly lookups: readonly Lookup[];
  readonly label: string;
}

export function Errors({ t, language, texts, lookups, label }: ErrorsProps) {
  const families = [...new Set(lookups.map((lookup) => lookupFacts[lookup].family))];
  const billed = lookups.some((lookup) => lookupFacts[lookup].billed);
  const headings = ['status', 'cause', 'charged', 'retry', 'who'] as const;
  const columns = headings.map((name) => t(`errors.${name}`));
  const rows = [...new Set(families.flatMap(failuresOf))]
    .map((name) => ({ name, answers: answersOf(name, families) }))
    .sort((one, other) => statusOf(one.answers) - statusOf(other.answers))
    .map(({ name, answers }) => {
      const { retry, contact } = failures[name];
      return [
        <Status key="status" code={statusOf(answers)} />,
        <Cause key="cause" name={name} answers={answers} language={language} />,
        t(`errors.charge.${chargeAfter(name, { billed })}`),
        texts.retry[retry],
        texts.contactWhom[contact],
      ];
    });
  return <Rows kind="errors" label={label} columns={columns} rows={rows} />;
}

function answersOf(name: Failure, families: readonly Family[]): FailureAnswer[] {
  return families.flatMap((family) => failures[name].answers[family] ?? []);
}

function statusOf([first]: readonly FailureAnswer[]): number {
  return first?.status ?? 0;
}

interface CauseProps {
  readonly name: Failure;
  readonly answers: readonly FailureAnswer[];
  readonly language: Language;
}

/** Shows what happened and each answer's text, once where families share it. */
function Cause({ name, answers, language }: CauseProps) {
  const { summary, description } = failureTexts[name];
  const messages = new Set(answers.map(({ text }) => text));
  return (
    <div className="cause">
      <strong>
        <Inline text={summary[language]} />
      </strong>{' '}
      {[...messages].map((message) => (
        <Fragment key={message}>
          <code className="message">{message}</code>{' '}
        </Fragment>
      ))}
      <span>
        <Inline text={description?.[language] ?? ''} />
      </span>
    </div>
  );
}
