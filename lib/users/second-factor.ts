import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Database, Transaction } from '@/db/client';
import { recoveryCodes, users } from '@/db/schema/index';
import type { Sealed, SecretBox } from '@/lib/base/sealing/secret-box';

export const SEALED_SECRETS: Sealed = { purpose: 'second factor', column: 'users.totp_secret' };

const ISSUER = 'Pasarela';
const PERIOD_S = 30;
const RECOVERY_CODES = 10;
/** Without letters and digits that people confuse. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
/** 118 random bits, so that a digest protects them. */
const RECOVERY_LENGTH = 24;
const GROUP = /.{6}(?!$)/g;

function totp(email: string, secret: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: email,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
  });
}

/** Stores a new, unconfirmed secret. Does not replace a confirmed one. */
export async function newSecret(
  tx: Transaction,
  box: SecretBox,
  user: { readonly id: number; readonly email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: 20 }).base32;
  await tx
    .update(users)
    .set({ totpSecret: box.seal(secret, String(user.id)), totpLastStep: 0 })
    .where(and(eq(users.id, user.id), isNull(users.totpConfirmedAt)));
  return { secret, uri: totp(user.email, secret).toString() };
}

/** Accepts the code of the current time step, once. */
export async function acceptCode(
  db: Database | Transaction,
  box: SecretBox,
  user: { readonly id: number; readonly email: string; readonly totpSecret: Buffer | null },
  code: string,
): Promise<boolean> {
  if (user.totpSecret === null) return false;
  const secret = box.open(user.totpSecret, String(user.id));
  if (secret === undefined) return false;
  const token = code.replaceAll(/\s/g, '');
  const timestamp = Date.now();
  if (totp(user.email, secret).validate({ token, timestamp, window: 0 }) === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_S);
  const used = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, user.id), lt(users.totpLastStep, step)))
    .returning({ id: users.id });
  return used.length === 1;
}

/**
 * Replaces the recovery codes with ten new ones, returned only this once. They are stored as keyed
 * digests, because somebody with a copy of the database could try all codes against plain ones.
 */
export async function renewRecoveryCodes(
  tx: Transaction,
  box: SecretBox,
  userId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = codes.flatMap((code) =>
    digestsOf(box, code)
      .slice(0, 1)
      .map((digest) => ({ userId, digest })),
  );
  await tx.insert(recoveryCodes).values(rows);
  return codes;
}

/** Accepts an unused recovery code of the user and marks it used. */
export async function acceptRecoveryCode(
  db: Database | Transaction,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.digest, digestsOf(box, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length === 1;
}

function recoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => ALPHABET[randomInt(ALPHABET.length)],
  );
  return letters.join('').replaceAll(GROUP, '$&-');
}

function digestsOf(box: SecretBox, code: string): Buffer[] {
  return box.digestsOf(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
