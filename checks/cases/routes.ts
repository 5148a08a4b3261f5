import { ask, raw } from '@/checks/ask';
import { type Check, check } from '@/checks/check';
import { every, failureOfAnyText, header, status } from '@/checks/expect';
import { cameInstead, finding } from '@/checks/finding';
import { cuiNit, type LookupUnderTest, lookups } from '@/checks/lookups';

/** Methods other than POST, and paths that are not offered. */

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
const ABSENT = ['/admin/users', '/accountant', '/business/1', '/catalogos/dte'];

function wrongMethods(lookup: LookupUnderTest): Check[] {
  return METHODS.map((method) =>
    check({
      title: `${method} instead of POST`,
      covers: ['endpoints.method-post', 'checks.method-first'],
      asks: raw(lookup, undefined, { method, shown: 'none', headers: {} }),
      // An answer to HEAD has no body.
      holds: every(
        method === 'HEAD' ? status(405) : failureOfAnyText(405),
        header('allow', 'POST'),
      ),
    }),
  );
}

function absent(path: string): Check {
  return check({
    title: `${path} is not offered`,
    covers: ['service.out-of-contract'],
    asks: ask(cuiNit, {}, { path }),
    holds: (reply) => {
      const { status } = reply;
      const isAbsent = status !== undefined && status >= 300 && status < 500;
      return isAbsent ? [] : [finding(reply, 'status', 404, cameInstead(reply))];
    },
  });
}

export const routeChecks: readonly Check[] = [
  ...lookups.flatMap(wrongMethods),
  ...ABSENT.map(absent),
];
