import { IconCircleCheck, IconCircleMinus, type IconProps } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { viewer } from '@/lib/console/views/viewer';
import { Empty } from '@/ui/parts/empty';
import { LinkButton } from '@/ui/parts/link-button';
import { TextLink } from '@/ui/parts/text-link';
import { DotBadge } from './dot-badge';

/** Names an integration; only staff have a page to which it leads. */
export async function IntegrationLink({ nombre }: { readonly nombre: string }) {
  if (!(await viewer()).isStaff) return <span className="name">{nombre}</span>;
  return (
    <TextLink href={`/console/integrations/${nombre}`} look="quiet name">
      {nombre}
    </TextLink>
  );
}

export async function ActiveBadge({ suspendedAt }: { readonly suspendedAt: Date | null }) {
  const t = await getTranslations('integrations');
  return (
    <DotBadge colour={suspendedAt === null ? 'plain' : 'red'}>
      {t(suspendedAt === null ? 'active' : 'suspended')}
    </DotBadge>
  );
}

/** Shows whether a setting is on to users who may not change it. */
export function FlagIcon({ on, ...props }: IconProps & { readonly on: boolean }) {
  const Icon = on ? IconCircleCheck : IconCircleMinus;
  const color = on ? 'currentColor' : 'var(--mantine-color-dimmed)';
  return <Icon size={20} color={color} style={{ flexShrink: 0 }} {...props} />;
}

interface NothingProps {
  /** Address without filters, if there are any. */
  readonly all: string | undefined;
  readonly mayCreate: boolean;
}

/** Shown instead of an empty list: offers to clear the filters or to create an integration. */
export async function Nothing({ all, mayCreate }: NothingProps) {
  const t = await getTranslations('integrations');
  const filtered = all !== undefined;
  return (
    <Empty
      title={t(filtered ? 'noMatch' : 'empty')}
      what={t(filtered ? 'noMatchWhat' : 'emptyWhat')}
    >
      {filtered && <LinkButton href={all}>{t('clear')}</LinkButton>}
      {!filtered && mayCreate && (
        <LinkButton href="/console/new-integration" variant="filled">
          {t('create')}
        </LinkButton>
      )}
    </Empty>
  );
}
