import type { Sealed, SecretBox } from '@/lib/base/sealing/secret-box';
import type { Target } from './claim';

/** Sealed by the secrets of second factors, with a purpose of their own. */
export const SEALED_SECRETS: Sealed = { purpose: 'notices', column: 'notice_targets.secret' };

type Place = Pick<Target, 'integrationId' | 'address'>;

/** The row to which a sealed secret belongs: targets are unique by it, and have it before their id. */
function rowOf({ integrationId, address }: Place): string {
  return `${integrationId ?? 'staff'} ${address}`;
}

export function sealSecret(box: SecretBox, target: Place, secret: string): Buffer {
  return box.seal(secret, rowOf(target));
}

/** Seals a stored secret under the first key; undefined when no key opens it. */
export function resealSecret(box: SecretBox, target: Place, sealed: Buffer): Buffer | undefined {
  return box.reseal(sealed, rowOf(target));
}

/** Opens the secrets that sign: the present one, and the old one for a while. */
export function openSecrets(
  box: SecretBox,
  target: Place & Pick<Target, 'secret' | 'oldSecret'>,
): string[] {
  return [target.secret, target.oldSecret].flatMap((sealed) => {
    const secret = sealed === null ? undefined : box.open(sealed, rowOf(target));
    return secret === undefined ? [] : [secret];
  });
}
