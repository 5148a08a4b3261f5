import type { Target } from './claim';

/** Names a target without giving it away: the host of a URL, or `a…@example.gt`. */
export function targetName({ channel, address }: Pick<Target, 'channel' | 'address'>): string {
  if (channel === 'webhook') return URL.canParse(address) ? new URL(address).host : '';
  const [local = '', domain = ''] = address.split('@');
  return `${local.slice(0, 1)}…@${domain}`;
}
