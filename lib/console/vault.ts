import { IdentifierVault } from '@/lib/recording/identifiers';
import { settings } from '@/lib/settings';

let vault: IdentifierVault | undefined;

/** The vault of this process. Pages must not import it: they see masked identifiers. */
export function consoleVault(): IdentifierVault {
  vault ??= new IdentifierVault(settings().identifierSecrets);
  return vault;
}
