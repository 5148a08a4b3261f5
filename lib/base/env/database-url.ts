import { causeOf } from '@/lib/base/process/cause';

/**
 * Splits a PostgreSQL URL that may name several hosts (`postgres://user:password@a:5432,b:5432/name`)
 * into one for each. Returns none for any other text.
 */
export function urlsOfHosts(text: string): URL[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(text);
  // The names and passwords of a URL are percent-encoded; another `%` is a mistake.
  if (parts === null || /%(?![\da-f]{2})/i.test(text)) return [];
  const [, before = '', hosts = '', after = ''] = parts;
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  return urls.every((url) => URL.canParse(url)) ? urls.map((url) => new URL(url)) : [];
}

/** Says which database failed, by variable and hosts, and why. */
export function databaseFailure(url: string, error: unknown): string {
  const hosts = urlsOfHosts(url).map(({ host }) => host);
  return `DATABASE_URL (${hosts.join(', ')}): ${causeOf(error)}`;
}
