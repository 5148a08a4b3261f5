import type { Flag, Lookup } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';

/**
 * Facts of the contract about each lookup, written out again, so that tests and conformance runs do
 * not learn the right answer from the code under test.
 */
export interface LookupUnderTest {
  readonly name: Lookup;
  readonly path: string;
  readonly flag: Flag;
  readonly kind: 'registry' | 'catalog';
  /** Quota of its counter per minute, and the name of the counter in the RateLimit fields. */
  readonly quota: number;
  readonly policy: 'renap' | 'rtu' | 'catalogos';
  readonly messages: {
    readonly missingCredentials: string;
    readonly disabled: string;
    readonly limited: string;
    readonly incomplete: string;
    readonly unavailable: string;
    readonly tooLarge: string;
    readonly method: string;
  };
  /** The body that asks for one taxpayer. */
  readonly question: (who: Identified) => Readonly<Record<string, unknown>>;
  /** Identifiers that the record of the question keeps. */
  readonly identifiers: (who: Identified) => Readonly<Record<string, unknown>>;
}

export interface Identified {
  readonly nit: string;
  readonly cui: string;
}

/** Answers ordinarily in all lookups. */
export const somebody: Identified = wellKnown.individual;

const registryMessages = {
  missingCredentials: 'Integration authentication required.',
  limited: 'Rate limit exceeded.',
  unavailable: 'The registry could not be queried.',
  tooLarge: 'The request body is limited to 64 KiB.',
  method: 'Method not allowed. Use POST.',
};

const catalogMessages = {
  missingCredentials: 'Se requieren credenciales de integracion.',
  disabled: 'Esta consulta no esta habilitada para tu integracion.',
  limited: 'Demasiadas consultas seguidas. Intenta en un minuto.',
  incomplete: 'Envia un NIT o un CUI para consultar.',
  unavailable: 'El servicio de consultas no esta disponible en este momento.',
  tooLarge: 'El cuerpo de la consulta no puede pasar de 64 KiB.',
  method: 'Esta consulta se hace con POST.',
};

function catalog(name: Lookup, path: string, flag: Flag): LookupUnderTest {
  return {
    name,
    path,
    flag,
    kind: 'catalog',
    quota: 30,
    policy: 'catalogos',
    messages: catalogMessages,
    question: ({ nit }) => ({ nit }),
    identifiers: ({ nit }) => ({ nit }),
  };
}

export const renap: LookupUnderTest = {
  name: 'renap',
  path: '/renap/buscar-cui',
  flag: 'is_renap_enabled',
  kind: 'registry',
  quota: 30,
  policy: 'renap',
  messages: {
    ...registryMessages,
    disabled: 'RENAP access not enabled.',
    incomplete: 'CUI is required',
  },
  question: ({ cui }) => ({ cui }),
  identifiers: ({ cui }) => ({ cui }),
};

export const rtu: LookupUnderTest = {
  name: 'rtu',
  path: '/rtu/nits',
  flag: 'is_rtu_enabled',
  kind: 'registry',
  quota: 50,
  policy: 'rtu',
  messages: {
    ...registryMessages,
    disabled: 'RTU access not enabled.',
    incomplete: 'Array of NITs is required',
  },
  question: ({ nit }) => ({ nits: [nit] }),
  identifiers: ({ nit }) => ({ nits: [nit] }),
};

export const cuiNit = catalog('cui-nit', '/catalogos/cui-nit', 'is_cui_nit_enabled');
export const catalogRtu = catalog('rtu-v2', '/catalogos/rtu', 'is_rtu_v2_enabled');
export const omisos = catalog('omisos', '/catalogos/omisos', 'is_omisos_enabled');

export const registries = [renap, rtu] as const;
export const catalogs = [cuiNit, catalogRtu, omisos] as const;
export const lookups = [...registries, ...catalogs] as const;

/** Contract, 'Errors', 'Body shapes': the registries say `error`, the catalogs `message`. */
export function errorBody({ kind }: LookupUnderTest, text: string): Record<string, string> {
  return kind === 'registry' ? { error: text } : { message: text };
}
