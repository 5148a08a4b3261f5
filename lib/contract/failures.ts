import { recordOf } from '@/lib/base/values/record';
import { FAMILIES, type Family } from './families';
import { keyFacts } from './idempotency-key';

/** Status and text that an integrator receives. */
export interface FailureAnswer {
  readonly status: number;
  readonly text: string;
}

/** Whether a charge may stand. `possible` only after a 500 on a billed lookup. */
export type Charge = 'no' | 'possible';

/** The parties that may be at fault. */
export const PARTIES = ['nobody', 'integrator', 'source', 'ours'] as const;
export type Responsible = (typeof PARTIES)[number];

interface FailureRow {
  /** The documents of a family list a failure only with an answer. */
  readonly answers: Readonly<Partial<Record<Family, FailureAnswer>>>;
  /** `no` by default. */
  readonly charge?: Charge;
  /** When an integrator may ask again. */
  readonly retry: string;
  /** The party that can remove the cause. */
  readonly contact: string;
  readonly responsible: Responsible;
  /** Names the advice that support gives; its text is in the message files. */
  readonly remedy: string;
  /** A query record can have this ending. Other failures are only counted. */
  readonly recorded?: true;
  /** Left out of the documents: integrators cannot tell it from another failure, or never see it. */
  readonly undocumented?: true;
}

function onCatalogs(status: number, text: string) {
  return { catalogos: { status, text } };
}

function everywhere(status: number, registries: string, catalogs = registries) {
  const registry = { status, text: registries };
  return { renap: registry, rtu: registry, ...onCatalogs(status, catalogs) };
}

/** When a source fails, the registries answer 500 and the catalogs 502. Contract, 'Errors'. */
const unavailable = {
  ...everywhere(500, 'The registry could not be queried.', ''),
  ...onCatalogs(502, 'El servicio de consultas no esta disponible en este momento.'),
};
const unforeseen = everywhere(500, 'Something went wrong.', 'Algo salió mal');
const nothingFound = onCatalogs(404, 'No encontramos informacion para los datos enviados.');
const invalidData = 'Los datos de la consulta no son validos.';

/** The contract lists no 401 for the registries, so they answer as if credentials were missing. */
const unknownCredentials = {
  ...everywhere(403, 'Integration authentication required.', ''),
  ...onCatalogs(401, 'Integración no encontrada con estas credenciales.'),
};

/** Says when to ask again, who can remove the cause, who is at fault, and what support advises. */
function advise<const When extends string, const Whom extends string, const What extends string>(
  retry: When,
  contact: Whom,
  responsible: Responsible,
  remedy: What,
) {
  return { retry, contact, responsible, remedy };
}

const noBalance = onCatalogs(
  402,
  'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.',
);

const fixRequest = advise('corrected', 'you', 'integrator', 'fix_request');
const newKey = advise('corrected', 'you', 'integrator', 'new_key');
const slowDown = advise('window', 'nobody', 'integrator', 'slow_down');
const ourAccount = advise('resolved', 'support', 'ours', 'wait_for_us');
const repeatOurs = advise('backoff', 'nobody', 'ours', 'repeat');

/**
 * Every failure, in the order of the checks. A row holds everything about its failure except the
 * texts for people, which are in `failure-texts.json`. The catalogs' messages have accents only
 * where the contract has them.
 */
const rows = {
  method_not_allowed: {
    answers: everywhere(405, 'Method not allowed. Use POST.', 'Esta consulta se hace con POST.'),
    ...fixRequest,
  },
  global_limit: {
    answers: everywhere(429, 'Too many requests, please try again later.'),
    ...slowDown,
    remedy: 'trust_network',
  },
  // The time limit passed before the source was asked: answered as `source_unavailable`.
  out_of_time: { answers: unavailable, ...repeatOurs, undocumented: true },
  // Too many queries are in flight: answered as `source_unavailable`, but the fault is ours.
  overloaded: { answers: unavailable, ...repeatOurs, undocumented: true },
  credentials_missing: {
    answers: everywhere(
      403,
      'Integration authentication required.',
      'Se requieren credenciales de integracion.',
    ),
    ...advise('corrected', 'you', 'integrator', 'fix_credentials'),
  },
  credentials_unknown: {
    answers: unknownCredentials,
    ...advise('corrected', 'administrator', 'integrator', 'fix_credentials'),
  },
  // Integrators cannot tell the next two from unknown credentials; support must.
  integration_suspended: {
    answers: unknownCredentials,
    ...advise('resolved', 'administrator', 'nobody', 'ask_resuming'),
    undocumented: true,
  },
  token_expired: {
    answers: unknownCredentials,
    ...advise('corrected', 'administrator', 'integrator', 'fix_credentials'),
    undocumented: true,
  },
  // Nobody is at fault: the integrator cannot enable a lookup ('What the service does', 5), and the
  // service did what its administrator configured.
  not_enabled: {
    answers: {
      renap: { status: 403, text: 'RENAP access not enabled.' },
      rtu: { status: 403, text: 'RTU access not enabled.' },
      ...onCatalogs(403, 'Esta consulta no esta habilitada para tu integracion.'),
    },
    ...advise('resolved', 'administrator', 'nobody', 'ask_enabling'),
  },
  rate_limit: {
    answers: everywhere(
      429,
      'Rate limit exceeded.',
      'Demasiadas consultas seguidas. Intenta en un minuto.',
    ),
    ...slowDown,
  },
  body_too_large: {
    answers: everywhere(
      413,
      'The request body is limited to 64 KiB.',
      'El cuerpo de la consulta no puede pasar de 64 KiB.',
    ),
    ...fixRequest,
  },
  identifier_missing: {
    answers: {
      renap: { status: 400, text: 'CUI is required' },
      rtu: { status: 400, text: 'Array of NITs is required' },
      ...onCatalogs(400, 'Envia un NIT o un CUI para consultar.'),
    },
    ...fixRequest,
  },
  too_many_nits: {
    answers: { rtu: { status: 400, text: 'Máximo 50 NITs por petición' } },
    ...fixRequest,
  },
  input_invalid: { answers: onCatalogs(400, invalidData), ...fixRequest },
  // The source of this deployment cannot be asked by this identifier, such as a CUI.
  not_answerable: {
    answers: nothingFound,
    ...advise('corrected', 'you', 'nobody', 'check_identifier'),
    undocumented: true,
  },
  // People switched the lookup off, and said so publicly: nobody is at fault, and no alert fires.
  switched_off: {
    answers: unavailable,
    ...advise('backoff', 'nobody', 'nobody', 'wait_for_switch'),
    undocumented: true,
  },
  // The circuit breaker is open. This query did not reach the source, so the fault is ours.
  circuit_open: { answers: unavailable, ...repeatOurs, undocumented: true },
  idempotency_key_invalid: {
    answers: onCatalogs(
      400,
      `El encabezado Idempotency-Key admite de 1 a ${keyFacts.keyLength} caracteres ASCII visibles.`,
    ),
    ...newKey,
  },
  idempotency_key_reused: {
    answers: onCatalogs(
      422,
      'Esta Idempotency-Key ya se uso con otra consulta. Cada consulta necesita una clave propia, no una fija.',
    ),
    ...newKey,
  },
  idempotency_key_under_way: {
    answers: onCatalogs(
      409,
      'La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.',
    ),
    ...advise('moments', 'nobody', 'integrator', 'wait_for_first'),
  },
  idempotency_key_spent: {
    answers: onCatalogs(
      409,
      'Esta Idempotency-Key ya no admite repeticiones. Cada consulta necesita una clave propia, no una fija.',
    ),
    ...newKey,
  },
  no_balance: {
    answers: noBalance,
    ...advise('resolved', 'administrator', 'integrator', 'top_up'),
  },
  // A cap is a matter between the integration and the service: integrators see an exhausted balance.
  // Nobody is at fault: the program cannot raise it, and the service did what was configured.
  spending_cap: {
    answers: noBalance,
    ...advise('resolved', 'administrator', 'nobody', 'raise_cap'),
    undocumented: true,
  },
  source_rejected_input: {
    answers: onCatalogs(400, invalidData),
    ...advise('corrected', 'you', 'integrator', 'check_identifier'),
    recorded: true,
  },
  // The next three concern our account with the source, which works for its other clients.
  source_rejected_credentials: {
    answers: onCatalogs(401, 'No fue posible autenticar la consulta. Escribe a soporte.'),
    ...ourAccount,
    recorded: true,
  },
  source_no_balance: {
    answers: onCatalogs(
      402,
      'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
    ),
    ...ourAccount,
    recorded: true,
  },
  source_denied: {
    answers: onCatalogs(403, 'Esta consulta no esta habilitada. Escribe a soporte.'),
    ...ourAccount,
    recorded: true,
  },
  // Nobody is at fault: the source has no record or marked the query as failed, and the contract
  // says that the two are indistinguishable ('Errors', rule 3). Statistics count it as `no_result`.
  source_not_found: {
    answers: nothingFound,
    ...advise('later', 'nobody', 'nobody', 'check_identifier'),
    recorded: true,
  },
  source_limited: {
    answers: onCatalogs(429, 'Demasiadas consultas seguidas. Intenta de nuevo en unos minutos.'),
    ...advise('minutes', 'nobody', 'source', 'wait_for_source'),
    recorded: true,
  },
  source_unavailable: {
    answers: unavailable,
    ...advise('backoff', 'nobody', 'source', 'repeat'),
    recorded: true,
  },
  interrupted: { answers: unavailable, ...repeatOurs, recorded: true },
  // The client disconnected and receives no answer. Logs show the status 499.
  client_gone: {
    answers: everywhere(499, ''),
    ...advise('backoff', 'you', 'integrator', 'raise_patience'),
    recorded: true,
    undocumented: true,
  },
  unresolved: {
    answers: unforeseen,
    charge: 'possible',
    ...advise('minutes', 'support', 'ours', 'check_charge'),
    recorded: true,
  },
  // To an integrator this 500 looks like that of `unresolved`, whose charge is returned.
  failure: {
    answers: unforeseen,
    charge: 'possible',
    ...advise('minutes', 'support', 'ours', 'repeat'),
    recorded: true,
  },
} as const satisfies Readonly<Record<string, FailureRow>>;

export type Failure = keyof typeof rows;
export type Retry = (typeof rows)[Failure]['retry'];
export type Contact = (typeof rows)[Failure]['contact'];
export type Remedy = (typeof rows)[Failure]['remedy'];

interface FailureFacts extends FailureRow {
  readonly retry: Retry;
  readonly contact: Contact;
  readonly remedy: Remedy;
}

export const failures: Readonly<Record<Failure, FailureFacts>> = rows;
export const FAILURES = Object.keys(rows) as Failure[];

/** Answers by family. Integrators of a registry cannot tell failures of its source apart. */
export const failureAnswers: Readonly<Record<Family, Readonly<Record<Failure, FailureAnswer>>>> =
  recordOf(FAMILIES, (family) =>
    recordOf(FAILURES, (name) => {
      const { answers, recorded } = failures[name];
      return answers[family] ?? (recorded ? unavailable : unforeseen)[family];
    }),
  );

/** Lists the documented failures of a family, in the order of the checks. */
export function failuresOf(family: Family): Failure[] {
  return FAILURES.filter((name) => !failures[name].undocumented && failures[name].answers[family]);
}

/** Tells whether a charge may stand after a failure of a lookup. */
export function chargeAfter(name: Failure, { billed }: { readonly billed: boolean }): Charge {
  return billed ? (failures[name].charge ?? 'no') : 'no';
}
