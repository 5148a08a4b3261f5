'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type es from '@/messages/es.json';
import { PAGING, useAddress } from './address';

export interface Choice {
  /** What the parameter says; `undefined` takes it out of the address. */
  readonly value: string | undefined;
  readonly label: string;
  /** How many there are of it. */
  readonly count?: number;
}

interface ChoicesProps {
  readonly label: string;
  readonly parameter: string;
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  /** Other parameters that a choice takes out of the address. */
  readonly clears?: readonly string[];
}

/** One of a few, kept in the address; everything else of it stays, but for the page. */
export function Choices({ label, parameter, chosen, choices, clears = [] }: ChoicesProps) {
  const address = useAddress();
  const format = useFormatter();
  const start = Object.fromEntries([...PAGING, ...clears].map((name) => [name, undefined]));
  return (
    <nav aria-label={label} className="choices">
      {choices.map(({ value, label: text, count }) => (
        <Link
          key={text}
          href={address({ ...start, [parameter]: value })}
          scroll={false}
          prefetch={false}
          {...(value === chosen ? { 'aria-current': 'true' as const } : {})}
        >
          {text}
          {count !== undefined && (
            <>
              {' '}
              <span className="choice-count">{format.number(count)}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}

type PeriodName = Exclude<keyof (typeof es)['periods'], 'label'>;

interface PeriodChoicesProps {
  readonly periods: readonly PeriodName[];
  /** The period of an address without one, where that is always the same. */
  readonly usual?: PeriodName;
  readonly chosen: string;
}

/** Periods to choose from; exact times give way to the one chosen. */
export function PeriodChoices(props: PeriodChoicesProps) {
  const t = useTranslations('periods');
  const parameterOf = (name: string) => (name === props.usual ? undefined : name);
  return (
    <Choices
      label={t('label')}
      parameter="period"
      clears={['from', 'to']}
      chosen={parameterOf(props.chosen)}
      choices={props.periods.map((name) => ({ value: parameterOf(name), label: t(name) }))}
    />
  );
}
