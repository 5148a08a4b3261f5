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
        <Cause
          key="cause"
          id={rowIdOf(name, billed)}
          name={name}
          answers={answers}
          language={language}
        />,
        t(`errors.charge.${chargeAfter(name, { billed })}`),
        texts.retry[retry],
        texts.contactWhom[contact],
      ];
    });
  return <Rows kind="errors" label={label} columns={columns} rows={rows} />;
}

function rowIdOf(name: Failure, billed: boolean): string {
  return `error-${billed ? 'catalogs' : 'registries'}-${name}`;
}

/** An answer of the table of errors, and the row that explains it. */
export interface ErrorRow extends FailureAnswer {
  readonly id: string;
}

export function errorRowsOf(lookup: Lookup): ErrorRow[] {
  const { family, billed } = lookupFacts[lookup];
  return failuresOf(family).flatMap((name) => {
    const answer = failures[name].answers[family];
    return answer === undefined ? [] : { ...answer, id: rowIdOf(name, billed) };
  });
}

function answersOf(name: Failure, families: readonly Family[]): FailureAnswer[] {
  return families.flatMap((family) => failures[name].answers[family] ?? []);
}

function statusOf([first]: readonly FailureAnswer[]): number {
  return first?.status ?? 0;
}

interface CauseProps {
  readonly id: string;
  readonly name: Failure;
  readonly answers: readonly FailureAnswer[];
  readonly language: Language;
}

/** Shows what happened and each answer's text, once where families share it. */
function Cause({ id, name, answers, language }: CauseProps) {
  const { summary, description } = failureTexts[name];
  const messages = new Set(answers.map(({ text }) => text));
  return (
    <div className="cause" id={id}>
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
