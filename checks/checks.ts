import { answerChecks } from '@/checks/checks/answers';
import { balanceChecks } from '@/checks/checks/balance';
import { bodyChecks } from '@/checks/checks/bodies';
import { credentialChecks } from '@/checks/checks/credentials';
import { fieldChecks } from '@/checks/checks/fields';
import { limitChecks } from '@/checks/checks/limits';
import { oddRecordChecks } from '@/checks/checks/odd-records';
import { recordChecks } from '@/checks/checks/records';
import { registryChecks } from '@/checks/checks/registries';
import { repetitionChecks } from '@/checks/checks/repetition';
import { routeChecks } from '@/checks/checks/routes';
import { sourceOutcomeChecks } from '@/checks/checks/source-outcomes';
import type { Check } from './check';
import { somebody } from './lookups';
import type { Settings } from './settings';

/**
 * Every check, in the order of the run: what costs nothing comes first, and the limits last, as
 * they leave nothing to ask with.
 */
export async function allChecks(settings: Settings): Promise<Check[]> {
  const { environment, accounts, limits, partialLookups, meteredQueries } = settings;
  const taxpayer = environment === 'production' ? settings.taxpayer : somebody;
  return [
    ...routeChecks,
    ...credentialChecks(partialLookups),
    ...bodyChecks,
    ...answerChecks,
    ...fieldChecks,
    ...(await registryChecks(taxpayer)),
    ...(await recordChecks(taxpayer)),
    ...(await oddRecordChecks()),
    ...sourceOutcomeChecks,
    ...balanceChecks(meteredQueries),
    ...repetitionChecks,
    ...limitChecks(limits, accounts.spare !== undefined),
  ];
}
