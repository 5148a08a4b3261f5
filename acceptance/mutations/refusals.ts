import {
  answer,
  CATALOGS,
  envelope,
  header,
  INCOMPLETE,
  INVALID,
  type Mutation,
  NOT_FOUND,
  RENAP,
  RTU,
  refusal,
  status,
  text,
  value,
  when,
} from './mutation';

/** Changes to what is refused: credentials, flags, methods, bodies, sizes. */

const MISSING = 'Se requieren credenciales de integracion.';
const MISSING_AT_REGISTRY = 'Integration authentication required.';
const UNKNOWN = 'Integración no encontrada con estas credenciales.';
const DISABLED = { ...CATALOGS, says: 'no esta habilitada para tu' };
const TOO_MANY_NITS = { says: 'Máximo 50' };
const LOGIN = 'x-integracion-login';
const TOKEN = 'x-integracion-token';
const bad = (asks: string) => ({ status: 400, asks });
const catalog = (asks: string) => ({ ...CATALOGS, asks });
const isTooLarge = (bytes: number) => bytes > 64 * 1024;

/** Each answer about a flag that is off counts one request less than the one before. */
function spendingFlag(): Mutation[0] {
  let left = 100;
  return when({ status: 403 }, (real) => {
    if (real.headers.ratelimit === undefined) return undefined;
    left -= 1;
    const ratelimit = real.headers.ratelimit.replace(/r=\d+/, `r=${left}`);
    return { ...real, headers: { ...real.headers, ratelimit } };
  });
}

export const refusals: readonly Mutation[] = [
  [status({ says: MISSING }, 401), 'errors.catalogos.403-credentials', 'auth.rule-4'],
  [status({ says: MISSING_AT_REGISTRY }, 401), 'errors.registries.403-credentials', 'auth.rule-3'],
  [status({ says: UNKNOWN }, 403), 'errors.catalogos.401-unknown'],
  [refusal({ says: UNKNOWN, lacks: TOKEN }, 403, MISSING), 'auth.rule-1'],
  [status({ says: MISSING_AT_REGISTRY, sends: TOKEN }, 401), 'credentials.registries-403'],
  [text({}, 'Integración', 'Integracion'), 'errors.catalogos.401-unknown'],
  [text({}, 'de integracion.', 'de integración.'), 'errors.catalogos.403-credentials'],
  [
    refusal({ ...CATALOGS, sends: [LOGIN, /[A-Z]/] }, 401, UNKNOWN),
    'auth.headers.login-lowercased',
    'auth.rule-6',
    'resources.integration.nombre',
  ],
  [refusal(catalog(LOGIN), 400, INCOMPLETE), 'auth.headers.token-only-there'],
  [
    (real, { path }) =>
      path.includes(LOGIN) ? { ...real, status: 401, body: `{"message":"${UNKNOWN}"}` } : undefined,
    'auth.headers.token-only-there',
  ],
  [
    refusal({ ...CATALOGS, says: UNKNOWN }, 403, 'Integración suspendida.'),
    'credentials.suspended',
  ],
  [
    status(DISABLED, 404),
    'errors.catalogos.403-flag',
    'auth.rule-5',
    'resources.integration.flags',
  ],
  [text({}, 'RTU access not enabled.', 'RENAP access not enabled.'), 'errors.registries.403-flag'],
  [refusal(DISABLED, 400, INCOMPLETE), 'service.enabled-separately'],
  [status({ status: 405 }, 404), 'endpoints.method-post'],
  [header({ status: 405 }, 'allow', undefined), 'checks.method-first'],
  [
    text({ status: 400 }, '{"error"', '{"message"'),
    'errors.body.registries',
    'errors.registries.400-cui',
    'errors.registries.400-nits',
  ],
  [
    text({ ...CATALOGS, status: 400 }, '{"message"', '{"error"'),
    'endpoints.catalog.error-key',
    'errors.catalogos.400-identifier',
    'service.lookups',
  ],
  [
    text({ ...CATALOGS, status: 400 }, '{"message"', '{"code":"E1","message"'),
    'errors.body.catalogos',
  ],
  [value({ ...RENAP, status: 400 }, 'error', true), 'errors.body.registries'],
  [answer(TOO_MANY_NITS, 400, { error: 'Máximo 50 NITs por petición' }), 'errors.body.over-50'],
  [value(TOO_MANY_NITS, 'data', undefined), 'errors.registries.400-over-50'],
  [value(TOO_MANY_NITS, 'success', true), 'errors.body.over-50'],
  [envelope(TOO_MANY_NITS, 200, [], 'Se encontraron 0 de 51 NITs solicitados.'), 'limits.rule-5'],
  [status({ status: 413 }, 400), 'input.too-large'],
  [refusal({ asksBytes: 64 * 1024 }, 413, 'Muy largo'), 'input.too-large'],
  [
    refusal({ ...CATALOGS, sends: ['content-type', /^text\/plain$/] }, 400, INVALID),
    'input.content-type',
  ],
  [refusal({ says: INVALID, asks: '"actualizado":"true"' }, 404, NOT_FOUND), 'input.actualizado'],
  [
    refusal({ says: INVALID, asks: '"actualizado":null' }, 404, NOT_FOUND),
    'endpoints.catalog.actualizado',
  ],
  [envelope({ ...RTU, ...bad('"48217638",7]') }, 200, [], '0 de 1'), 'input.nits-elements'],
  [
    refusal({ ...CATALOGS, status: 200, asks: '{"cui"' }, 400, INCOMPLETE),
    'endpoints.catalog.rule-1',
    'service.rtu-differs',
  ],
  [refusal(catalog('{"nit":2456712340101'), 404, NOT_FOUND), 'input.usable-text'],
  [refusal({ ...catalog('{"nit":"",'), status: 404 }, 400, INCOMPLETE), 'input.duplicate-keys'],
  [status({ ...CATALOGS, sends: 'x-user-nit' }, 403), 'service.no-user-nit', 'auth.rule-2'],
  [refusal({ asks: '"ayer"' }, 400, INVALID), 'endpoints.catalog.date-of-birth'],
  [
    refusal({ says: UNKNOWN, asksBytes: isTooLarge }, 413, 'Muy largo'),
    'checks.credentials-before-flag',
  ],
  [spendingFlag(), 'checks.flag-before-rate'],
  [answer({ status: 400, asksBytes: 0 }, 411, { error: 'No body' }), 'input.absent'],
  [refusal(bad('{"nit":"482'), 400, 'JSON invalido'), 'input.not-json'],
  [refusal(catalog('[{"nit"'), 404, NOT_FOUND), 'input.not-an-object'],
  [
    refusal({ asks: '"date_of_birth":19850314' }, 400, 'Fecha no valida'),
    'input.date-of-birth-dropped',
  ],
  [refusal({ asks: '"date_of_birth":["' }, 404, NOT_FOUND), 'input.date-of-birth-dropped'],
  [answer({ asks: '"date_of_birth":" ' }, 200, { data: {} }), 'input.forwarded-as-received'],
  [
    envelope(
      { ...RTU, asks: '"48217638",7]', asksBytes: (bytes) => bytes > 500 },
      400,
      null,
      'Máximo 50 NITs por petición',
    ),
    'input.nits-elements-first',
  ],
  [answer(catalog('\\u0000'), 200, { data: {} }), 'input.odd-characters'],
  [refusal(catalog('{"__proto__":{"nit"'), 404, NOT_FOUND), 'input.proto'],
  [answer({ asks: '"otro"' }, 400, { error: 'Unknown field: otro' }), 'input.unknown-fields'],
  [answer({ path: '/admin' }, 200, { users: [] }), 'service.out-of-contract'],
];
