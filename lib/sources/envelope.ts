import type { LookupEnvelope } from '@/lib/contract/envelopes';
import type { Answered } from './answer';
import { writeObject } from './raw-json';
import type { Content } from './shape';

/**
 * Writes an envelope around `data`, JSON text that is cut from the source's, because parsing and
 * writing it again would change numbers.
 */
export function writeEnvelope(envelope: Omit<LookupEnvelope, 'data'>, data: string): string {
  const { success, message, responseCode } = envelope;
  const written: LookupEnvelope = { success, data: null, message, responseCode };
  return writeObject(written, new Map([['data', data]]));
}

/** Answers a batch with the JSON text of its records. */
export function batchAnswer(
  records: string,
  found: number,
  asked: number,
  content: Content,
): Answered {
  const message = `Se encontraron ${found} de ${asked} NITs solicitados.`;
  const body = writeEnvelope({ success: true, message, responseCode: 200 }, records);
  const ending = { word: 'found', status: 200, unreadable: [] } as const;
  return { kind: 'answered', ending, body, content };
}
