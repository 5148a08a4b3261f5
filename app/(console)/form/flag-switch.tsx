'use client';

import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'next-intl';
import { useId, useOptimistic, useState } from 'react';
import { setIntegration } from '@/app/(console)/actions/integrations';
import type { Flag } from '@/lib/contract/lookups';
import { Dialog } from './dialog';
import { inTurn } from './in-turn';
import { useAction } from './proof';

interface FlagSwitchProps {
  readonly nombre: string;
  /** Of the integration as the page shows it: somebody else's change in between is told. */
  readonly version: number;
  readonly flag: Flag;
  /** Name of the lookup that the flag enables. */
  readonly lookup: string;
  readonly on: boolean;
  /** What turning it off would stop. */
  readonly queriesLastWeek: number;
  /** In a table, whose titles say what it is: the name is there for who cannot see them. */
  readonly compact?: boolean;
}

/** One lookup of one integration. It saves by itself; what is in use is turned off after a question. */
export function FlagSwitch({ nombre, version, flag, lookup, on, ...props }: FlagSwitchProps) {
  const { queriesLastWeek, compact = false } = props;
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(on);
  // Undefined until it is first asked: a matrix has hundreds of switches and hardly ever a question.
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
        <TurnOffQuestion
          opened={asking}
          nombre={nombre}
          lookup={lookup}
          queries={queriesLastWeek}
          onClose={() => setAsking(false)}
          onConfirm={save}
        />
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

/** Plain HTML that looks like the others: a matrix has hundreds of them. */
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

interface TurnOffQuestionProps extends Pick<ControlProps, 'nombre' | 'lookup' | 'queries'> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function TurnOffQuestion({ opened, nombre, lookup, queries, ...props }: TurnOffQuestionProps) {
  const t = useTranslations('flags');
  const { onClose, onConfirm } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('turnOffTitle', { lookup })}>
      <Stack>
        <Text size="sm" className="name">
          {t('turnOffWhat', { nombre, queries: t('queries', { count: queries }) })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {t('turnOff')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
