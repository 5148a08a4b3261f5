import { IdentifierVault } from '@/lib/recording/identifiers';
import { settings } from '@/lib/settings';

let vault: IdentifierVault | undefined;

/** Returns the vault of this process. `app` cannot import it: pages receive masked identifiers. */
export function consoleVault(): IdentifierVault {
  vault ??= new IdentifierVault(settings().identifierSecrets);
  return vault;
}
