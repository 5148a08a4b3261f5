import type { APIRequestContext, APIResponse } from '@playwright/test';
import { environment } from '@/e2e/environment';
import { actionIds } from '@/testing/reachable';

let ids: ReadonlyMap<string, string> | undefined;

/** Calls an action as a page of the console does. */
export function callAction(
  request: APIRequestContext,
  action: string,
  args: readonly unknown[],
  { path = '/console', ...headers }: Readonly<Record<string, string>> = {},
): Promise<APIResponse> {
  ids ??= actionIds();
  return request.post(path, {
    maxRedirects: 0,
    headers: {
      'next-action': ids.get(action) ?? 'absent',
      'content-type': 'text/plain;charset=UTF-8',
      origin: environment().serverUrl,
      ...headers,
    },
    data: JSON.stringify(args),
  });
}
