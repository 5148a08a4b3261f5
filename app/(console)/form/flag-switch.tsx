'use client';

import { Switch } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useOptimistic, useState } from 'react';
import { setIntegration } from '@/app/(console)/actions/integrations';
import type { Flag } from '@/lib/contract/lookups';
import { ConfirmDialog } from './confirm-dialog';
import { inTurn } from './in-turn';
import { useAction } from './proof';

interface FlagSwitchProps {
  readonly nombre: string;
  /** Version of the integration that the page shows. */
  readonly version: number;
  readonly flag: Flag;
  /** Name of the lookup that the flag enables. */
  readonly lookup: string;
  readonly on: boolean;
  /** Queries that disabling it would stop. */
  readonly queriesLastWeek: number;
  /** Hides the name, which the titles of the table already show. */
  readonly compact?: boolean;
}

/** Switches one lookup of an integration at once; asks before disabling one in use. */
export function FlagSwitch({ nombre, version, flag, lookup, on, ...props }: FlagSwitchProps) {
  const { queriesLastWeek, compact = false } = props;
  const t = useTranslations('flags');
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(on);
  // Undefined until first asked, because a matrix has hundreds of switches.
  const [asking, setAsking] = useState<boolean>();
  const save = () =>
    run(() => {
      show(!shown);
      const change = { nombre, switches: { [flag]: !shown } };
      return inTurn({ nombre, version }, (expected) => setIntegration({ ...change, expected }));
    });
  const toggle = () => {
    if (pending) return;
    if (shown && queriesLastWeek > 0) setAsking(true);
    else save();
  };
  const Control = compact ? CompactSwitch : LabelledSwitch;
  return (
    <>
      <Control
        nombre={nombre}
        lookup={lookup}
        queries={queriesLastWeek}
        checked={shown}
        aria-busy={pending}
        onChange={toggle}
      />
      {asking !== undefined && (
        <ConfirmDialog
          opened={asking}
          title={t('turnOffTitle', { lookup })}
          action={t('turnOff')}
          danger
          onClose={() => setAsking(false)}
          onConfirm={save}
        >
          {t('turnOffWhat', { nombre, queries: t('queries', { count: queriesLastWeek }) })}
        </ConfirmDialog>
      )}
    </>
  );
}

interface ControlProps {
  readonly nombre: string;
  readonly lookup: string;
  readonly queries: number;
  readonly checked: boolean;
  readonly 'aria-busy': boolean;
  readonly onChange: () => void;
}

function LabelledSwitch({ nombre: _shownByThePage, lookup, queries, ...control }: ControlProps) {
  const t = useTranslations('flags');
  return <Switch label={lookup} description={t('queries', { count: queries })} {...control} />;
}

/** Plain HTML that looks like Mantine's switch, because a matrix has hundreds of them. */
function CompactSwitch({ nombre, lookup, queries, ...control }: ControlProps) {
  const t = useTranslations('flags');
  const format = useFormatter();
  const id = useId();
  const impact = t('queries', { count: queries });
  return (
    <div className="compact-switch" title={impact}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={control.checked}
        aria-label={`${nombre}: ${lookup}`}
        aria-describedby={id}
        {...control}
      />
      <span aria-hidden>{queries === 0 ? '' : format.number(queries)}</span>
      <span id={id} hidden>
        {impact}
      </span>
    </div>
  );
}
