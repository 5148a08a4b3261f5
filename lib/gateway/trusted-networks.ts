import type { Sql } from '@/db/client';
import { isWithin, type Network } from '@/lib/base/values/networks';
import { asciiLower } from '@/lib/base/values/text';
import type { Authenticator } from '@/lib/integrations/authenticate';
import { listTrustedNetworks } from '@/lib/integrations/list-trusted-networks';
import { addressKey, clientAddress } from '@/lib/limits/address';
import type { Call } from './call';

interface Parts {
  readonly sql: Sql;
  readonly authenticator: Authenticator;
  readonly trustedProxyHops: number;
  /** Networks that are trusted whatever the integration. */
  readonly trustedNetworks: readonly Network[];
}

/**
 * Decides under which key a request spends from the limit per address. The limit comes before the
 * credentials, so an integration's networks apply to every request that gives its name. They are
 * kept in memory.
 */
export class AddressLimitKeys {
  readonly #parts: Parts;
  #byName: ReadonlyMap<string, readonly Network[]> = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async refresh(): Promise<void> {
    this.#byName = await listTrustedNetworks(this.#parts.sql);
  }

  /**
   * Returns the key, or undefined for an exempt request. From a trusted network only requests with
   * cached credentials are exempt, so that nobody can guess tokens there without a limit. Others
   * spend under their integration's name, so that a wrong token at one integration does not stop
   * another one at the same address.
   */
  keyOf(call: Call): string | undefined {
    const { authenticator, trustedProxyHops } = this.#parts;
    const key = addressKey(call, trustedProxyHops);
    if (!this.#isTrusted(call)) return key;
    if (authenticator.remember(call.credentials) !== undefined) return undefined;
    const name = nameIn(call);
    return `${key} ${authenticator.knows(name) ? name : ''}`;
  }

  #isTrusted(call: Call): boolean {
    const { trustedNetworks, trustedProxyHops } = this.#parts;
    if (trustedNetworks.length === 0 && this.#byName.size === 0) return false;
    const own = this.#byName.get(nameIn(call)) ?? [];
    const address = clientAddress(call, trustedProxyHops);
    return address !== undefined && (isWithin(address, trustedNetworks) || isWithin(address, own));
  }
}

function nameIn({ credentials }: Call): string {
  return asciiLower(credentials.login ?? '');
}
