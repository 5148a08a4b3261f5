'use client';

import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import type { PeriodName } from '@/lib/base/time/periods';
import { usePath, withoutValues } from './path';

export interface Choice {
  /** Value of the parameter; `undefined` removes it. */
  readonly value: string | undefined;
  readonly label: string;
  readonly count?: number;
}

interface ChoicesProps {
  readonly label: string;
  readonly parameter: string;
  readonly chosen: string | undefined;
  readonly choices: readonly Choice[];
  /** Other parameters that a choice removes. */
  readonly clears?: readonly string[];
}

/** Links that set one parameter of the URL. */
export function Choices({ label, parameter, chosen, choices, clears = [] }: ChoicesProps) {
  const pathWith = usePath();
  const format = useFormatter();
  return (
    <nav aria-label={label} className="choices">
      {choices.map(({ value, label: text, count }) => (
        <Link
          key={text}
          href={pathWith({ ...withoutValues(clears), [parameter]: value })}
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

interface PeriodChoicesProps {
  readonly periods: readonly PeriodName[];
  /** Period of an address without the parameter. */
  readonly usual?: PeriodName;
  readonly chosen: string;
}

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
