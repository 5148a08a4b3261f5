import { Rejection } from '@/lib/access/rejection';

/** Purposes for which somebody may see whole identifiers or take records out. */
export const PURPOSES = ['integrator', 'taxpayer', 'authority', 'incident', 'other'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Why personal data is opened, for the audit log. */
export interface Reason {
  readonly purpose: Purpose;
  readonly note: string;
}

export function reasonOf({ purpose, note }: Readonly<Record<keyof Reason, string>>): Reason {
  return { purpose: PURPOSES.find((one) => one === purpose) ?? 'other', note };
}

const MIN_NOTE_LENGTH = 10;

export function isReasonTooShort(note: string): boolean {
  return note.trim().replace(/\s+/g, ' ').length < MIN_NOTE_LENGTH;
}

/** Returns the fields of the audit row. Throws `reason_too_short` below ten characters. */
export function auditedReason({ purpose, note }: Reason) {
  if (isReasonTooShort(note)) {
    throw new Rejection('reason_too_short', `The reason needs ${MIN_NOTE_LENGTH} characters.`);
  }
  return { purpose, reason: note.trim() };
}
