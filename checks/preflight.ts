import { isDeepStrictEqual } from 'node:util';
import { Problem } from '@/cli/output';
import { ask } from './ask';
import type { Reply } from './check';
import { cameInstead } from './finding';
import { errorBody, lookups } from './lookups';
import type { Settings } from './settings';

/** Makes an empty request to each lookup, which shows at no cost whether a deployment is there. */
export function preflightAsks(settings: Settings) {
  return lookups
    .filter(({ name }) => settings.lookups.includes(name))
    .map((lookup) => ask(lookup, {}));
}

/** Throws a {@link Problem} when every check would fail for the same reason. */
export function judgePreflight(replies: readonly Reply[], { baseUrl, accounts }: Settings): void {
  const [first] = replies;
  if (first === undefined) return;
  if (replies.every(({ status }) => status === undefined)) {
    throw new Problem(`nobody answers at ${baseUrl.href}: ${first.problem}`);
  }
  if (replies.every(({ body }) => body === undefined)) {
    const { path } = first.ask.lookup;
    const came = `${cameInstead(first)} as ${first.headers['content-type'] ?? 'nothing'}`;
    throw new Problem(`${baseUrl.href} is no base address of the lookups: ${path} gave ${came}`);
  }
  if (replies.every(isRefused)) {
    const { login } = accounts.integration;
    throw new Problem(
      `${baseUrl.href} does not know ${login} with this token, or has nothing enabled for it`,
    );
  }
  const disabled = replies.filter(isDisabled).map((reply) => reply.ask.lookup.name);
  if (disabled.length > 0) {
    const { login } = accounts.integration;
    const enabled = replies.map((reply) => reply.ask.lookup.name);
    const others = enabled.filter((name) => !disabled.includes(name)).join(',');
    throw new Problem(
      `${login} has not enabled: ${disabled.join(', ')}; enable them, or look at the others with --lookups ${others}`,
    );
  }
}

/** True for the contract's own text; checks report any other 403. */
function isDisabled({ status, body, ask: { lookup } }: Reply): boolean {
  return status === 403 && isDeepStrictEqual(body, errorBody(lookup, lookup.messages.disabled));
}

/** Unknown credentials are a 401 on the catalogs and a 403 on the registries. */
function isRefused({ status, ask: { lookup } }: Reply): boolean {
  return status === (lookup.kind === 'catalog' ? 401 : 403);
}
