import { z } from 'zod';
import { documentSchema } from '@/lib/contract/document-schema';
import { sampleTaxpayers, usableText } from '@/lib/contract/fields';
import batch from '@/lib/contract/golden/rtu.batch.json' with { type: 'json' };
import type { LookupDeclaration } from '@/lib/contract/lookup-types';

export const MAX_NITS = 50;

const nits = z.array(usableText).min(1);
const request = z.object({ nits: nits.max(MAX_NITS) });
export type RtuRequest = z.infer<typeof request>;

const { company, nobody, individual } = sampleTaxpayers;
const threeNits = { es: 'Tres NIT, de los que hay dos', en: 'Three NITs, two of them known' };

/** RTU by NIT: up to 50 taxpayers in one request. */
export const rtu: LookupDeclaration<'rtu', 'is_rtu_enabled', RtuRequest> = {
  name: 'rtu',
  path: '/rtu/nits',
  operationId: 'searchRtuByNits',
  family: 'rtu',
  flag: 'is_rtu_enabled',
  billed: false,
  // Reports an element that is not usable text before the number of elements.
  parse: (body) => {
    const parsed = request.safeParse(body);
    if (parsed.success) return { ok: true, request: parsed.data };
    const onlyTooMany = z.object({ nits }).safeParse(body).success;
    return { ok: false, failure: onlyTooMany ? 'too_many_nits' : 'identifier_missing' };
  },
  identifiers: ({ nits }) => ({ nits }),
  request: 'RtuRequest',
  result: 'RtuNitsResultado',
  requestSchemas: {
    RtuRequest: documentSchema(
      request,
      { es: 'Los NIT que se buscan.', en: 'The NITs to look for.' },
      { nits: { es: 'De 1 a 50, todos con texto.', en: '1 to 50, each of them text.' } },
    ),
  },
  recordSchemas: {},
  bodyFor: ({ nit }) => ({ nits: [nit] }),
  questions: {
    batch: { summary: threeNits, value: { nits: [company.nit, nobody.nit, individual.nit] } },
  },
  answers: { batch: { summary: threeNits, value: batch } },
  title: { es: 'RTU por NIT', en: 'RTU by NIT' },
  description: {
    es: `De 1 a ${MAX_NITS} contribuyentes, por su NIT. \`data\` trae los registros encontrados, tal como se publican; un NIT sin registro simplemente no aparece, y \`message\` dice cuántos se encontraron.`,
    en: `1 to ${MAX_NITS} taxpayers, by NIT. \`data\` holds the records that were found, as published; a NIT without a record is simply not there, and \`message\` says how many were found.`,
  },
};
