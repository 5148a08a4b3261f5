import { settings } from '@/lib/base/env/settings';
import { IdentifierVault } from '@/lib/recording/identifiers';

let vault: IdentifierVault | undefined;

/** Returns the vault of this process. `app` may not import it, so pages get masked identifiers. */
export function consoleVault(): IdentifierVault {
  vault ??= new IdentifierVault(settings().identifierSecrets);
  return vault;
}
