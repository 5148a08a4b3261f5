import type { Check } from '@/checks/check';
import { somebody } from '@/checks/lookups';
import type { Settings } from '@/checks/settings';
import { answerChecks } from './answers';
import { balanceChecks } from './balance';
import { bodyChecks } from './bodies';
import { credentialChecks } from './credentials';
import { fieldChecks } from './fields';
import { limitChecks } from './limits';
import { oddRecordChecks } from './odd-records';
import { recordChecks } from './records';
import { registryChecks } from './registries';
import { repetitionChecks } from './repetition';
import { routeChecks } from './routes';
import { sourceOutcomeChecks } from './source-outcomes';

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
