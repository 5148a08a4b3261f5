import { answer, header, type Mutation, status, text, value } from './mutation';

/** Changes to what refuses: credentials, flags, methods, bodies, sizes. */

const CATALOGS = '/catalogos/';
const MISSING = 'Se requieren credenciales de integracion.';
const UNKNOWN = 'Integración no encontrada con estas credenciales.';
const NOT_FOUND = 'No encontramos informacion para los datos enviados.';
const INVALID = 'Los datos de la consulta no son validos.';
const INCOMPLETE = 'Envia un NIT o un CUI para consultar.';

function isLong({ body }: { readonly body: string }): boolean {
  return body.length > 500;
}

/** Each answer about a flag that is off counts one request less than the one before. */
function spendingFlag(): Mutation['change'] {
  let left = 100;
  return (real) => {
    if (real.status !== 403 || real.headers.ratelimit === undefined) return undefined;
    left -= 1;
    const ratelimit = real.headers.ratelimit.replace(/r=\d+/, `r=${left}`);
    return { ...real, headers: { ...real.headers, ratelimit } };
  };
}

export const refusals: readonly Mutation[] = [
  {
    name: 'catalogs without credentials answer 401',
    speaks: 'errors.catalogos.403-credentials',
    also: ['auth.rule-4'],
    change: status({ says: MISSING }, 401),
  },
  {
    name: 'registries without credentials answer 401',
    speaks: 'errors.registries.403-credentials',
    also: ['auth.rule-3'],
    change: status({ says: 'Integration authentication required.' }, 401),
  },
  {
    name: 'catalogs answer unknown credentials with 403',
    speaks: 'errors.catalogos.401-unknown',
    change: status({ says: UNKNOWN }, 403),
  },
  {
    name: 'one header alone counts as no credentials',
    speaks: 'auth.rule-1',
    change: answer(
      { says: UNKNOWN, also: ({ headers }) => headers['x-integracion-token'] === undefined },
      403,
      { message: MISSING },
    ),
  },
  {
    name: 'registries answer unknown credentials with 401',
    speaks: 'credentials.registries-403',
    change: status(
      {
        says: 'Integration authentication required.',
        also: ({ headers }) => headers['x-integracion-token'] !== undefined,
      },
      401,
    ),
  },
  {
    name: 'an accent is missing in a message',
    speaks: 'errors.catalogos.401-unknown',
    change: text({}, 'Integración', 'Integracion'),
  },
  {
    name: 'an accent is added to a message',
    speaks: 'errors.catalogos.403-credentials',
    change: text({}, 'de integracion.', 'de integración.'),
  },
  {
    name: 'the name is matched in its exact case',
    speaks: 'auth.headers.login-lowercased',
    also: ['auth.rule-6', 'resources.integration.nombre'],
    change: answer(
      {
        path: CATALOGS,
        also: ({ headers }) => /[A-Z]/.test(headers['x-integracion-login'] ?? ''),
      },
      401,
      { message: UNKNOWN },
    ),
  },
  {
    name: 'credentials in the body count',
    speaks: 'auth.headers.token-only-there',
    change: answer({ path: CATALOGS, asks: 'x-integracion-login' }, 400, { message: INCOMPLETE }),
  },
  {
    name: 'credentials in the address count',
    speaks: 'auth.headers.token-only-there',
    change: answer({ also: ({ path }) => path.includes('x-integracion-login') }, 401, {
      message: UNKNOWN,
    }),
  },
  {
    name: 'a suspended integration is told so',
    speaks: 'credentials.suspended',
    change: answer({ path: CATALOGS, says: UNKNOWN }, 403, { message: 'Integración suspendida.' }),
  },
  {
    name: 'a flag that is off answers 404',
    speaks: 'errors.catalogos.403-flag',
    also: ['auth.rule-5', 'resources.integration.flags'],
    change: status({ path: CATALOGS, says: 'no esta habilitada para tu' }, 404),
  },
  {
    name: 'a registry that is off says what a catalog says',
    speaks: 'errors.registries.403-flag',
    change: text({}, 'RTU access not enabled.', 'RENAP access not enabled.'),
  },
  {
    name: 'flags are ignored',
    speaks: 'service.enabled-separately',
    change: answer({ path: CATALOGS, says: 'no esta habilitada para tu' }, 400, {
      message: INCOMPLETE,
    }),
  },
  {
    name: 'a method that is not allowed answers 404',
    speaks: 'endpoints.method-post',
    change: status({ status: 405 }, 404),
  },
  {
    name: 'Allow is missing',
    speaks: 'checks.method-first',
    change: header({ status: 405 }, 'allow', undefined),
  },
  {
    name: 'registries say message instead of error',
    speaks: 'errors.body.registries',
    also: ['errors.registries.400-cui', 'errors.registries.400-nits'],
    change: text({ status: 400 }, '{"error"', '{"message"'),
  },
  {
    name: 'catalogs say error instead of message',
    speaks: 'endpoints.catalog.error-key',
    also: ['errors.catalogos.400-identifier', 'service.lookups'],
    change: text({ path: CATALOGS, status: 400 }, '{"message"', '{"error"'),
  },
  {
    name: 'an error has a second key',
    speaks: 'errors.body.catalogos',
    change: text({ path: CATALOGS, status: 400 }, '{"message"', '{"code":"E1","message"'),
  },
  {
    name: 'registries write error as a boolean',
    speaks: 'errors.body.registries',
    change: value({ path: '/renap', status: 400 }, 'error', () => true),
  },
  {
    name: 'over fifty NITs gets the key error',
    speaks: 'errors.body.over-50',
    change: answer({ says: 'Máximo 50' }, 400, { error: 'Máximo 50 NITs por petición' }),
  },
  {
    name: 'over fifty NITs leaves data out',
    speaks: 'errors.registries.400-over-50',
    change: value({ says: 'Máximo 50' }, 'data', () => undefined),
  },
  {
    name: 'over fifty NITs counts as a success',
    speaks: 'errors.body.over-50',
    change: value({ says: 'Máximo 50' }, 'success', () => true),
  },
  {
    name: 'fifty-one NITs are allowed',
    speaks: 'limits.rule-5',
    change: answer({ says: 'Máximo 50' }, 200, {
      success: true,
      data: [],
      message: 'Se encontraron 0 de 51 NITs solicitados.',
      responseCode: 200,
    }),
  },
  {
    name: 'a body too large answers 400',
    speaks: 'input.too-large',
    change: status({ status: 413 }, 400),
  },
  {
    name: 'the limit on bodies is lower',
    speaks: 'input.too-large',
    change: answer({ also: ({ body }) => body.length === 64 * 1024 }, 413, {
      message: 'Muy largo',
    }),
  },
  {
    name: 'text under another media type is read',
    speaks: 'input.content-type',
    change: answer(
      { path: CATALOGS, also: ({ headers }) => headers['content-type'] === 'text/plain' },
      400,
      { message: INVALID },
    ),
  },
  {
    name: 'actualizado as text is taken',
    speaks: 'input.actualizado',
    change: answer({ says: INVALID, asks: '"actualizado":"true"' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'actualizado as null is taken',
    speaks: 'endpoints.catalog.actualizado',
    change: answer({ says: INVALID, asks: '"actualizado":null' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'unusable NITs are left out of the batch',
    speaks: 'input.nits-elements',
    change: answer({ path: '/rtu', status: 400, asks: '"48217638",7]' }, 200, {
      success: true,
      data: [],
      message: '0 de 1',
      responseCode: 200,
    }),
  },
  {
    name: 'a NIT alone is needed',
    speaks: 'endpoints.catalog.rule-1',
    also: ['service.rtu-differs'],
    change: answer({ path: CATALOGS, status: 200, asks: '{"cui"' }, 400, { message: INCOMPLETE }),
  },
  {
    name: 'numbers count as text',
    speaks: 'input.usable-text',
    change: answer({ path: CATALOGS, asks: '{"nit":48217638' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'the first of equal keys wins',
    speaks: 'input.duplicate-keys',
    change: answer({ path: CATALOGS, status: 404, asks: '{"nit":"",' }, 400, {
      message: INCOMPLETE,
    }),
  },
  {
    name: 'x-user-nit is looked at',
    speaks: 'service.no-user-nit',
    also: ['auth.rule-2'],
    change: status({ path: CATALOGS, also: ({ headers }) => 'x-user-nit' in headers }, 403),
  },
  {
    name: 'the birth date is checked',
    speaks: 'endpoints.catalog.date-of-birth',
    change: answer({ asks: '"ayer"' }, 400, { message: INVALID }),
  },
  {
    name: 'the body is looked at before the credentials',
    speaks: 'checks.credentials-before-flag',
    change: answer({ says: UNKNOWN, also: ({ body }) => body.length > 64 * 1024 }, 413, {
      message: 'Muy largo',
    }),
  },
  {
    name: 'what is not enabled spends all the same',
    speaks: 'checks.flag-before-rate',
    change: spendingFlag(),
  },
  {
    name: 'no body is an error of its own',
    speaks: 'input.absent',
    change: answer({ status: 400, also: ({ body }) => body === '' }, 411, { error: 'No body' }),
  },
  {
    name: 'JSON that is broken is told so',
    speaks: 'input.not-json',
    change: answer({ status: 400, asks: '{"nit":"482' }, 400, { message: 'JSON invalido' }),
  },
  {
    name: 'the first object of a list is taken',
    speaks: 'input.not-an-object',
    change: answer({ path: CATALOGS, asks: '[{"nit"' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'a birth date that is no text is an error',
    speaks: 'input.date-of-birth-dropped',
    change: answer({ asks: '"date_of_birth":19850314' }, 400, { message: 'Fecha no valida' }),
  },
  {
    name: 'a birth date that is a list is taken',
    speaks: 'input.date-of-birth-dropped',
    change: answer({ asks: '"date_of_birth":["' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'a birth date is trimmed',
    speaks: 'input.forwarded-as-received',
    change: answer({ asks: '"date_of_birth":" ' }, 200, { data: {} }),
  },
  {
    name: 'the number of NITs is told before their kind',
    speaks: 'input.nits-elements-first',
    change: answer({ path: '/rtu', asks: '"48217638",7]', also: isLong }, 400, {
      success: false,
      data: null,
      message: 'Máximo 50 NITs por petición',
      responseCode: 400,
    }),
  },
  {
    name: 'NUL is taken out of identifiers',
    speaks: 'input.odd-characters',
    change: answer({ path: CATALOGS, asks: '\\u0000' }, 200, { data: {} }),
  },
  {
    name: 'identifiers are read from __proto__',
    speaks: 'input.proto',
    change: answer({ path: CATALOGS, asks: '{"__proto__":{"nit"' }, 404, { message: NOT_FOUND }),
  },
  {
    name: 'unknown fields are refused',
    speaks: 'input.unknown-fields',
    change: answer({ asks: '"otro"' }, 400, { error: 'Unknown field: otro' }),
  },
  {
    name: 'an administration route is offered',
    speaks: 'service.out-of-contract',
    change: answer({ path: '/admin' }, 200, { users: [] }),
  },
];
