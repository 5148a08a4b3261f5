import { Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { may, type Role } from '@/lib/access/permissions';
import { visible } from '@/lib/base/values/text';
import type { QueryStory } from '@/lib/console/views/query-story';
import { declineRefund, requestRefund } from '@/ui/actions/billing';
import { NoteButton } from '@/ui/dialog/note-button';
import { Instant } from '@/ui/parts/time';

interface RefundRequestsProps {
  readonly story: QueryStory;
  readonly role: Role;
  /** The button that refunds at once, for users who may. */
  readonly children: ReactNode;
}

/** Shows the refund requests of a query and their decisions, and asks for or declines one. */
export async function RefundRequests({ story, role, children }: RefundRequestsProps) {
  const t = await getTranslations('refundRequests');
  const { record, refund, requests } = story;
  const { id: queryId, nombre } = record;
  const isOpen = requests.some(({ state }) => state === 'open');
  const mayAsk = !may(role, 'billing.refund') && may(role, 'billing.request_refund');
  return (
    <>
      {requests.map((request) => (
        <Stack key={request.id} gap={2} my="xs" className="written">
          <Text>
            {t.rich('requestedBy', {
              actor: request.requestedBy,
              when: () => <Instant at={request.requestedAt} />,
            })}
          </Text>
          <Text size="sm">{visible(request.nota)}</Text>
          <Decision request={request} />
        </Stack>
      ))}
      <Group gap="xs">
        {children}
        {isOpen && may(role, 'billing.decline_refund') && (
          <NoteButton
            label={t('decline')}
            what={t('declineWhat')}
            send={t('decline')}
            done={t('declined')}
            run={declineRefund}
            input={{ nombre, queryId }}
          />
        )}
        {!isOpen && refund === undefined && mayAsk && (
          <NoteButton
            label={t('request')}
            what={t('requestWhat')}
            send={t('submit')}
            done={t('done')}
            run={requestRefund}
            input={{ nombre, queryId }}
          />
        )}
      </Group>
    </>
  );
}

async function Decision({ request }: { readonly request: QueryStory['requests'][number] }) {
  const t = await getTranslations('refundRequests');
  const { state, declinedBy, declinedAt, declinedNota } = request;
  if (state === 'refunded') return null;
  if (declinedBy === null || declinedAt === null) return <Text size="sm">{t('waiting')}</Text>;
  return (
    <Text size="sm">
      {t.rich('declinedBy', {
        actor: declinedBy,
        when: () => <Instant at={declinedAt} />,
        nota: visible(declinedNota ?? ''),
      })}
    </Text>
  );
}
