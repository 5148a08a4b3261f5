'use client';

import { Switch, Textarea } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useOptimistic, useState } from 'react';
import type { Switches } from '@/lib/integrations/set';
import { setIntegration } from '@/ui/actions/integrations';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { inTurn } from './in-turn';
import { useAction } from './use-action';

export interface FlagSwitchProps {
  readonly nombre: string;
  readonly version: number;
  readonly flag: keyof Switches;
  readonly label: string;
  readonly description: string;
  readonly on: boolean;
  /** Queries that disabling it would stop. */
  readonly queriesLastWeek?: number;
  /** Hides the texts, which the titles of the table already show. */
  readonly compact?: boolean;
}

/** Switches one setting of an integration at once; asks before disabling one in use. */
export function FlagSwitch({ nombre, version, flag, on, ...props }: FlagSwitchProps) {
  const { label, description, queriesLastWeek = 0, compact = false } = props;
  const t = useTranslations('flags');
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(on);
  // Undefined until first asked, because a matrix has hundreds of switches.
  const [asking, setAsking] = useState<boolean>();
  const [reason, setReason] = useState('');
  const save = () =>
    run(() => {
      show(!shown);
      const why = shown && reason.trim() !== '' ? { reason: reason.trim() } : {};
      const change = { nombre, switches: { [flag]: !shown }, ...why };
      return inTurn({ nombre, version }, (expected) => setIntegration({ ...change, expected }));
    });
  const onChange = () => {
    if (pending) return;
    setReason('');
    if (shown && queriesLastWeek > 0) setAsking(true);
    else save();
  };
  const control = { checked: shown, 'aria-busy': pending, onChange };
  return (
    <>
      {compact ? (
        <CompactSwitch
          {...control}
          aria-label={`${nombre}: ${label}`}
          description={description}
          queries={queriesLastWeek}
        />
      ) : (
        <Switch {...control} label={label} description={description} />
      )}
      {asking !== undefined && (
        <ConfirmDialog
          opened={asking}
          title={t('turnOffTitle', { lookup: label })}
          action={t('turnOff')}
          danger
          onClose={() => setAsking(false)}
          onConfirm={save}
        >
          {t('turnOffWhat', { nombre, queries: t('queries', { count: queriesLastWeek }) })}
          <Textarea
            label={t('reason')}
            description={t('reasonWhat')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
            mt="sm"
          />
        </ConfirmDialog>
      )}
    </>
  );
}

interface CompactSwitchProps {
  readonly 'aria-label': string;
  readonly 'aria-busy': boolean;
  readonly checked: boolean;
  readonly description: string;
  readonly queries: number;
  readonly onChange: () => void;
}

/** Plain HTML that looks like Mantine's switch, because a matrix has hundreds of them. */
function CompactSwitch({ description, queries, ...control }: CompactSwitchProps) {
  const format = useFormatter();
  const id = useId();
  return (
    <div className="compact-switch" title={description}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={control.checked}
        aria-describedby={id}
        {...control}
      />
      <span aria-hidden>{queries === 0 ? '' : format.number(queries)}</span>
      <span id={id} hidden>
        {description}
      </span>
    </div>
  );
}
