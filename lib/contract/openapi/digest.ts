import { createHash } from 'node:crypto';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { LANGUAGES } from '@/lib/base/values/language';
import { openApiDocument } from './document';

/**
 * Computes the SHA-256 of the document in every language, without its label, with default limits.
 */
export function documentDigest(): string {
  const documents = LANGUAGES.map((language) => {
    const document = openApiDocument(language, DEFAULT_LIMITS);
    return { ...document, info: { ...document.info, version: '' } };
  });
  return createHash('sha256').update(JSON.stringify(documents)).digest('hex');
}
