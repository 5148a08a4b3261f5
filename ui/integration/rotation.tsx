import { credentialsOf } from '@/lib/console/views/integration';
import { firstQuestion, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import { maskedToken } from '@/lib/integrations/token';
import { RotateToken } from './rotate-token';

interface RotationProps {
  readonly integration: IntegrationView;
  /** Whether somebody of the integration rotates it. */
  readonly own?: boolean;
}

/** The button that rotates the token of an integration. */
export async function Rotation({ integration, own = false }: RotationProps) {
  const { id, nombre } = integration;
  const [newest, old] = await credentialsOf(id);
  const enabled = LOOKUPS.find((lookup) => integration[lookupFacts[lookup].flag]);
  if (newest === undefined) return null;
  return (
    <RotateToken
      nombre={nombre}
      own={own}
      newest={newest.id}
      current={maskedToken(newest)}
      queries={newest.queriesLastDay}
      ending={old && { token: maskedToken(old), queries: old.queriesLastDay }}
      example={firstQuestion(enabled ?? 'cui-nit')}
      enabled={enabled !== undefined}
    />
  );
}
