import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readEnv } from '@/lib/base/env/env';
import { createLogger } from '@/lib/base/telemetry/log';
import { isJsonObject, parseJson } from '@/lib/base/values/json';
import type { LookupRequest, PlainAnswer } from '@/lib/gateway/call';
import { type Gateway, openGateway } from '@/lib/gateway/gateway';
import { answerLookup } from '@/lib/gateway/handler';
import type { LookupDefinition } from '@/lib/sources/definition';
import { startLookupTasks } from '@/lib/tasks/runner';
import { closeAfterwards } from './afterwards';
import { NO_LIMITS } from './harness';
import type { TestIntegration } from './integration';
import { type Credentials, credentials } from './requests';
import { sourcesAt } from './sources';

/** A gateway in the test's own process, without HTTP in front of it. */
export interface TestGateway {
  readonly gateway: Gateway;
  /** Lines of its log so far, parsed. */
  readonly log: Readonly<Record<string, unknown>>[];
  ask<Input>(
    definition: LookupDefinition<Input>,
    as: TestIntegration,
    body?: object,
    signal?: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PlainAnswer>;
  /** Asks from an address, as a request to the front process does. */
  askFrom<Input>(
    peer: string,
    definition: LookupDefinition<Input>,
    as: Credentials,
  ): Promise<PlainAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a gateway whose sources are at `sourceUrl`, and starts its tasks; both end after the test or
 * the file.
 */
export function openTestGateway(
  databaseUrl: string,
  sourceUrl: string,
  variables: Readonly<Record<string, string>> = {},
): TestGateway {
  const log: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const parsed = parseJson(line);
    if (isJsonObject(parsed)) log.push(parsed);
  };
  const gateway = openGateway(
    readEnv({
      APP_ENV: 'development',
      DATABASE_URL: databaseUrl,
      ...sourcesAt(sourceUrl),
      ...NO_LIMITS,
      IDENTIFIERS_KEY: 'only-for-tests-0123456789-0123456789',
      ...variables,
    }),
    createLogger({ write }),
  );
  const tasks = startLookupTasks(gateway);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= tasks.stop().then(() => gateway.close()));
  closeAfterwards(close);
  return {
    gateway,
    log,
    ask: async (definition, as, ...request) => {
      const answer = await answerLookup(definition, requestOf(as, ...request), gateway);
      // The answer is logged after it is sent.
      await nextTurn();
      return answer;
    },
    askFrom: (peer, definition, as) =>
      answerLookup(definition, { ...requestOf(as), peer }, gateway),
    close,
  };
}

function requestOf(
  as: Credentials,
  body: object = { nit: '1', cui: '1', nits: ['1'] },
  signal: AbortSignal = new AbortController().signal,
  more: Readonly<Record<string, string>> = {},
): LookupRequest {
  const headers = new Headers({ 'content-type': 'application/json', ...credentials(as), ...more });
  return {
    method: 'POST',
    headers,
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
    signal,
  };
}
