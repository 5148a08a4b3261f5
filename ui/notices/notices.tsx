import { Alert, Stack, Text } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import { languageOf } from '@/lib/base/values/language';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { kindOf, NOTICE_TYPES } from '@/lib/notices/kinds';
import {
  type DeliveryView,
  listDeliveries,
  listTargets,
  type TargetView,
} from '@/lib/notices/list';
import { targetName } from '@/lib/notices/target-name';
import { subjectOf, write } from '@/lib/notices/texts';
import { ATTEMPT_ERRORS } from '@/lib/notices/webhook';
import { Empty } from '@/ui/parts/empty';
import { GuideLink } from '@/ui/parts/guide-link';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { Instant } from '@/ui/parts/time';
import { DataTable } from '@/ui/table/data-table';
import { DotBadge, type DotColour } from '@/ui/table/dot-badge';
import { AddTarget } from './add-target';
import { Resend, TargetMenu } from './target-menu';
import type { Targeted } from './types';

/** Targets of an integration, or of the staff, and what was sent to them. */
export async function Notices({ owner, own }: Targeted) {
  const t = await getTranslations('notices');
  const { db, channels } = consoleContext();
  const hasMail = channels.mailer !== undefined;
  const [targets, deliveries] = await Promise.all([
    listTargets(db, { owner, own }),
    listDeliveries(db, { owner, own }),
  ]);
  const language = languageOf(await getLocale());
  const receiver = owner === null ? 'staff' : 'integration';
  const types = NOTICE_TYPES.filter((type) => ['both', receiver].includes(kindOf(type).to)).map(
    (type) => ({ type, name: subjectOf(type, language) }),
  );
  return (
    <Stack gap="lg">
      <Section title={t('targets')} what={t('what')}>
        <div>
          <GuideLink section="avisos" />
        </div>
        {!hasMail && <Alert variant="default">{t('noMail')}</Alert>}
        {targets.length === 0 ? (
          <Empty
            title={t(own === undefined ? 'noTargets' : 'noOwnTarget')}
            what={t(own === undefined ? 'noTargetsWhat' : 'noOwnTargetWhat')}
          />
        ) : (
          <Targets targets={targets} owner={owner} />
        )}
        <div>
          {(own === undefined || targets.length === 0) && (
            <AddTarget owner={owner} own={own} types={types} hasMail={hasMail} />
          )}
        </div>
      </Section>
      <Section title={t('deliveries')}>
        {deliveries.length === 0 ? (
          <Empty title={t('noDeliveries')} what={t('noDeliveriesWhat')} />
        ) : (
          <Deliveries deliveries={deliveries} owner={owner} />
        )}
      </Section>
    </Stack>
  );
}

const COLOURS: Readonly<Record<TargetView['state'] | DeliveryView['state'], DotColour>> = {
  unconfirmed: 'blue',
  active: 'plain',
  paused: 'yellow',
  failing: 'orange',
  disabled: 'red',
  pending: 'blue',
  delivered: 'plain',
  failed: 'red',
  dropped: 'yellow',
};

/** State of a target, with why and since when. */
export async function TargetState({ target }: { readonly target: TargetView }) {
  const t = await getTranslations('notices');
  const { state, reason, failingSince } = target;
  return (
    <>
      <DotBadge colour={COLOURS[state]}>{t(`states.${state}`)}</DotBadge>
      {reason !== null && <Note>{t(`reasons.${reason}`)}</Note>}
      {state === 'failing' && failingSince !== null && (
        <Note>{t.rich('failingSince', { when: () => <Instant at={failingSince} /> })}</Note>
      )}
    </>
  );
}

async function Targets({ targets, owner }: Targeted & { readonly targets: readonly TargetView[] }) {
  const t = await getTranslations('notices');
  const language = languageOf(await getLocale());
  return (
    <DataTable
      label={t('targets')}
      minWidth={560}
      stacks
      rows={targets}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('fields.address'),
          width: 200,
          cell: ({ address, channel }) => (
            <>
              <Text size="sm" className="name">
                {visible(address)}
              </Text>
              <Note>{t(`channels.${channel}`)}</Note>
            </>
          ),
        },
        {
          title: t('fields.types'),
          width: 140,
          named: true,
          cell: ({ types }) =>
            types === null
              ? t('allTypes')
              : types.map((type) => subjectOf(type, language)).join(', '),
        },
        { title: t('fields.state'), cell: (target) => <TargetState target={target} /> },
        {
          title: '',
          cell: ({ id, version, state, channel, address, reason }) => (
            <TargetMenu owner={owner} target={{ id, version, state, channel, address, reason }} />
          ),
        },
      ]}
    />
  );
}

async function Deliveries({
  deliveries,
  owner,
}: Targeted & { readonly deliveries: readonly DeliveryView[] }) {
  const t = await getTranslations('notices');
  const language = languageOf(await getLocale());
  const resultOf = (error: string) => {
    const known = ATTEMPT_ERRORS.find((one) => one === error);
    return known === undefined ? error : t(`errors.${known}`);
  };
  return (
    <DataTable
      label={t('deliveries')}
      minWidth={720}
      stacks
      rows={deliveries}
      keyOf={({ noticeId, targetId }) => `${noticeId} ${targetId}`}
      columns={[
        {
          title: t('fields.when'),
          nowrap: true,
          cell: ({ occurredAt }) => <Instant at={occurredAt} />,
        },
        {
          title: t('fields.notice'),
          width: 220,
          cell: ({ type, data }) => {
            const { subject, sentences } = write(type, data, language);
            return (
              <>
                {subject}
                <Note>{sentences[0]}</Note>
              </>
            );
          },
        },
        { title: t('fields.target'), named: true, nowrap: true, cell: (row) => targetName(row) },
        {
          title: t('fields.state'),
          cell: ({ state, status, error }) => (
            <>
              <DotBadge colour={COLOURS[state]}>{t(`deliveryStates.${state}`)}</DotBadge>
              {state !== 'delivered' && (status ?? error) !== null && (
                <Note>{error === null ? status : resultOf(error)}</Note>
              )}
            </>
          ),
        },
        { title: t('fields.attempts'), numeric: true, cell: ({ attempts }) => attempts },
        {
          title: '',
          cell: ({ targetId, noticeId, type, state }) =>
            type !== 'test' &&
            state !== 'pending' && <Resend owner={owner} id={targetId} noticeId={noticeId} />,
        },
      ]}
    />
  );
}
