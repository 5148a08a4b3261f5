import { z } from 'zod';
import { documentSchema } from '@/lib/contract/document-schema';
import { notes, sampleTaxpayers, usableText } from '@/lib/contract/fields';
import individual from '@/lib/contract/golden/renap.individual.json' with { type: 'json' };
import errorCode from '@/lib/contract/golden/renap.renap-error-code.json' with { type: 'json' };
import type { LookupDeclaration } from '@/lib/contract/lookup-types';

const request = z.object({ cui: usableText });
export type RenapRequest = z.infer<typeof request>;

/** Person registry by CUI. */
export const renap: LookupDeclaration<'renap', 'is_renap_enabled', RenapRequest> = {
  name: 'renap',
  path: '/renap/buscar-cui',
  operationId: 'searchRenapByCui',
  family: 'renap',
  flag: 'is_renap_enabled',
  billed: false,
  parse: (body) => {
    const parsed = request.safeParse(body);
    return parsed.success
      ? { ok: true, request: parsed.data }
      : { ok: false, failure: 'identifier_missing' };
  },
  identifiers: ({ cui }) => ({ cui }),
  request: 'RenapRequest',
  result: 'LookupEnvelope',
  requestSchemas: {
    RenapRequest: documentSchema(
      request,
      {
        es: 'A quién buscar en el registro de personas.',
        en: 'Whom to look for in the person registry.',
      },
      { cui: notes.cui },
    ),
  },
  recordSchemas: {},
  bodyFor: ({ cui }) => (cui === null ? undefined : { cui }),
  questions: {
    byCui: {
      summary: { es: 'Por CUI', en: 'By CUI' },
      value: { cui: sampleTaxpayers.individual.cui },
    },
  },
  answers: {
    person: { summary: { es: 'Una persona', en: 'A person' }, value: individual },
    errorCode: {
      summary: {
        es: 'Un 200 con un código de error del registro',
        en: 'A 200 with an error code of the registry',
      },
      value: errorCode,
    },
  },
  title: { es: 'Registro de personas', en: 'Person registry' },
  description: {
    es: 'Una persona, por su CUI. El estado HTTP es el que dio el registro, y de él se deriva `success`. `responseCode` es del propio registro: un 200 puede traer un código de error, así que deben revisarse ambos. `data` sale sin cambios.',
    en: "One person, by CUI. The HTTP status is the registry's own, and `success` follows from it. `responseCode` belongs to the registry: a 200 can carry an error code, so look at both. `data` is passed on untouched.",
  },
};

/** Failures of the person registry itself, by status. The status is passed on. */
export const registryFailures = {
  400: {
    rejectedByRegistry: {
      summary: { es: 'El registro rechazó los datos', en: 'The registry rejected the data' },
      value: failure(400, 'Los datos enviados no son válidos.'),
    },
  },
  404: {
    unknownPerson: {
      summary: { es: 'El registro no tiene ese CUI', en: 'The registry does not have that CUI' },
      value: failure(404, 'No se encontró información para el CUI consultado.'),
    },
  },
};

function failure(responseCode: number, message: string) {
  return { success: false, data: null, message, responseCode };
}
