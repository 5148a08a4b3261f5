import type { Clauses } from './clause';

/** Contract: 'Endpoints' and 'Authentication'. */
export const requests = {
  'endpoints.method-post': 'Lookups are asked with POST.',
  'endpoints.content-type': 'Bodies are sent as application/json.',
  'endpoints.renap.request': 'Person registry: a cui.',
  'endpoints.renap.answer': 'Person registry: the lookup envelope.',
  'endpoints.rtu.request': 'RTU by NIT: one to fifty NITs, all in one call, in their order.',
  'endpoints.rtu.answer': 'RTU by NIT: records, and a message with how many of how many.',
  'endpoints.catalog.rule-1': 'Catalogs: at least one of nit and cui as text that is not empty.',
  'endpoints.catalog.rule-2': 'Catalogs: both are forwarded; the source decides.',
  'endpoints.catalog.rule-3': 'Catalogs: actualizado chooses between a copy and the moment.',
  'endpoints.catalog.rule-4': 'Catalogs: a ceiling on the whole query, then 502.',
  'endpoints.catalog.actualizado': 'actualizado is a JSON boolean, false by default.',
  'endpoints.catalog.date-of-birth':
    'date_of_birth reaches the source of the full RTU record unchecked; the others drop it.',
  'endpoints.catalog.error-key': 'Errors of the catalogs have the one key message.',
  'auth.headers.login-lowercased': 'x-integracion-login is compared in lower case.',
  'auth.headers.token-only-there': 'Credentials in the query or the body count for nothing.',
  'auth.rule-1': 'Neither header works alone.',
  'auth.rule-2': 'x-user-nit and x-user are not used.',
  'auth.rule-3': 'Registries without credentials: 403.',
  'auth.rule-4': 'Catalogs: 403 without credentials, 401 with half or unknown ones.',
  'auth.rule-5': 'A flag that is off: 403.',
  'auth.rule-6': 'Name and secret suffice: no session, no scopes.',
  'auth.rule-7': {
    says: 'How credentials are issued and rotated is left open.',
    untestable: 'left open by the contract; decided under credentials',
  },
} as const satisfies Clauses;
