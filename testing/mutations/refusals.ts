import { answer, header, type Mutation, mutation, status, text, value } from './mutation';

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
  mutation(
    'catalogs without credentials answer 401',
    ['errors.catalogos.403-credentials', 'auth.rule-4'],
    status({ says: MISSING }, 401),
  ),
  mutation(
    'registries without credentials answer 401',
    ['errors.registries.403-credentials', 'auth.rule-3'],
    status({ says: 'Integration authentication required.' }, 401),
  ),
  mutation(
    'catalogs answer unknown credentials with 403',
    ['errors.catalogos.401-unknown'],
    status({ says: UNKNOWN }, 403),
  ),
  mutation(
    'one header alone counts as no credentials',
    ['auth.rule-1'],
    answer(
      { says: UNKNOWN, also: ({ headers }) => headers['x-integracion-token'] === undefined },
      403,
      { message: MISSING },
    ),
  ),
  mutation(
    'registries answer unknown credentials with 401',
    ['credentials.registries-403'],
    status(
      {
        says: 'Integration authentication required.',
        also: ({ headers }) => headers['x-integracion-token'] !== undefined,
      },
      401,
    ),
  ),
  mutation(
    'an accent is missing in a message',
    ['errors.catalogos.401-unknown'],
    text({}, 'Integración', 'Integracion'),
  ),
  mutation(
    'an accent is added to a message',
    ['errors.catalogos.403-credentials'],
    text({}, 'de integracion.', 'de integración.'),
  ),
  mutation(
    'the name is matched in its exact case',
    ['auth.headers.login-lowercased', 'auth.rule-6', 'resources.integration.nombre'],
    answer(
      {
        path: CATALOGS,
        also: ({ headers }) => /[A-Z]/.test(headers['x-integracion-login'] ?? ''),
      },
      401,
      { message: UNKNOWN },
    ),
  ),
  mutation(
    'credentials in the body count',
    ['auth.headers.token-only-there'],
    answer({ path: CATALOGS, asks: 'x-integracion-login' }, 400, { message: INCOMPLETE }),
  ),
  mutation(
    'credentials in the address count',
    ['auth.headers.token-only-there'],
    answer({ also: ({ path }) => path.includes('x-integracion-login') }, 401, {
      message: UNKNOWN,
    }),
  ),
  mutation(
    'a suspended integration is told so',
    ['credentials.suspended'],
    answer({ path: CATALOGS, says: UNKNOWN }, 403, { message: 'Integración suspendida.' }),
  ),
  mutation(
    'a flag that is off answers 404',
    ['errors.catalogos.403-flag', 'auth.rule-5', 'resources.integration.flags'],
    status({ path: CATALOGS, says: 'no esta habilitada para tu' }, 404),
  ),
  mutation(
    'a registry that is off says what a catalog says',
    ['errors.registries.403-flag'],
    text({}, 'RTU access not enabled.', 'RENAP access not enabled.'),
  ),
  mutation(
    'flags are ignored',
    ['service.enabled-separately'],
    answer({ path: CATALOGS, says: 'no esta habilitada para tu' }, 400, {
      message: INCOMPLETE,
    }),
  ),
  mutation(
    'a method that is not allowed answers 404',
    ['endpoints.method-post'],
    status({ status: 405 }, 404),
  ),
  mutation(
    'Allow is missing',
    ['checks.method-first'],
    header({ status: 405 }, 'allow', undefined),
  ),
  mutation(
    'registries say message instead of error',
    ['errors.body.registries', 'errors.registries.400-cui', 'errors.registries.400-nits'],
    text({ status: 400 }, '{"error"', '{"message"'),
  ),
  mutation(
    'catalogs say error instead of message',
    ['endpoints.catalog.error-key', 'errors.catalogos.400-identifier', 'service.lookups'],
    text({ path: CATALOGS, status: 400 }, '{"message"', '{"error"'),
  ),
  mutation(
    'an error has a second key',
    ['errors.body.catalogos'],
    text({ path: CATALOGS, status: 400 }, '{"message"', '{"code":"E1","message"'),
  ),
  mutation(
    'registries write error as a boolean',
    ['errors.body.registries'],
    value({ path: '/renap', status: 400 }, 'error', () => true),
  ),
  mutation(
    'over fifty NITs gets the key error',
    ['errors.body.over-50'],
    answer({ says: 'Máximo 50' }, 400, { error: 'Máximo 50 NITs por petición' }),
  ),
  mutation(
    'over fifty NITs leaves data out',
    ['errors.registries.400-over-50'],
    value({ says: 'Máximo 50' }, 'data', () => undefined),
  ),
  mutation(
    'over fifty NITs counts as a success',
    ['errors.body.over-50'],
    value({ says: 'Máximo 50' }, 'success', () => true),
  ),
  mutation(
    'fifty-one NITs are allowed',
    ['limits.rule-5'],
    answer({ says: 'Máximo 50' }, 200, {
      success: true,
      data: [],
      message: 'Se encontraron 0 de 51 NITs solicitados.',
      responseCode: 200,
    }),
  ),
  mutation('a body too large answers 400', ['input.too-large'], status({ status: 413 }, 400)),
  mutation(
    'the limit on bodies is lower',
    ['input.too-large'],
    answer({ also: ({ body }) => body.length === 64 * 1024 }, 413, {
      message: 'Muy largo',
    }),
  ),
  mutation(
    'text under another media type is read',
    ['input.content-type'],
    answer(
      { path: CATALOGS, also: ({ headers }) => headers['content-type'] === 'text/plain' },
      400,
      { message: INVALID },
    ),
  ),
  mutation(
    'actualizado as text is taken',
    ['input.actualizado'],
    answer({ says: INVALID, asks: '"actualizado":"true"' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'actualizado as null is taken',
    ['endpoints.catalog.actualizado'],
    answer({ says: INVALID, asks: '"actualizado":null' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'unusable NITs are left out of the batch',
    ['input.nits-elements'],
    answer({ path: '/rtu', status: 400, asks: '"48217638",7]' }, 200, {
      success: true,
      data: [],
      message: '0 de 1',
      responseCode: 200,
    }),
  ),
  mutation(
    'a NIT alone is needed',
    ['endpoints.catalog.rule-1', 'service.rtu-differs'],
    answer({ path: CATALOGS, status: 200, asks: '{"cui"' }, 400, { message: INCOMPLETE }),
  ),
  mutation(
    'numbers count as text',
    ['input.usable-text'],
    answer({ path: CATALOGS, asks: '{"nit":2456712340101' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'the first of equal keys wins',
    ['input.duplicate-keys'],
    answer({ path: CATALOGS, status: 404, asks: '{"nit":"",' }, 400, {
      message: INCOMPLETE,
    }),
  ),
  mutation(
    'x-user-nit is looked at',
    ['service.no-user-nit', 'auth.rule-2'],
    status({ path: CATALOGS, also: ({ headers }) => 'x-user-nit' in headers }, 403),
  ),
  mutation(
    'the birth date is checked',
    ['endpoints.catalog.date-of-birth'],
    answer({ asks: '"ayer"' }, 400, { message: INVALID }),
  ),
  mutation(
    'the body is looked at before the credentials',
    ['checks.credentials-before-flag'],
    answer({ says: UNKNOWN, also: ({ body }) => body.length > 64 * 1024 }, 413, {
      message: 'Muy largo',
    }),
  ),
  mutation('what is not enabled spends all the same', ['checks.flag-before-rate'], spendingFlag()),
  mutation(
    'no body is an error of its own',
    ['input.absent'],
    answer({ status: 400, also: ({ body }) => body === '' }, 411, { error: 'No body' }),
  ),
  mutation(
    'JSON that is broken is told so',
    ['input.not-json'],
    answer({ status: 400, asks: '{"nit":"482' }, 400, { message: 'JSON invalido' }),
  ),
  mutation(
    'the first object of a list is taken',
    ['input.not-an-object'],
    answer({ path: CATALOGS, asks: '[{"nit"' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'a birth date that is no text is an error',
    ['input.date-of-birth-dropped'],
    answer({ asks: '"date_of_birth":19850314' }, 400, { message: 'Fecha no valida' }),
  ),
  mutation(
    'a birth date that is a list is taken',
    ['input.date-of-birth-dropped'],
    answer({ asks: '"date_of_birth":["' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'a birth date is trimmed',
    ['input.forwarded-as-received'],
    answer({ asks: '"date_of_birth":" ' }, 200, { data: {} }),
  ),
  mutation(
    'the number of NITs is told before their kind',
    ['input.nits-elements-first'],
    answer({ path: '/rtu', asks: '"48217638",7]', also: isLong }, 400, {
      success: false,
      data: null,
      message: 'Máximo 50 NITs por petición',
      responseCode: 400,
    }),
  ),
  mutation(
    'NUL is taken out of identifiers',
    ['input.odd-characters'],
    answer({ path: CATALOGS, asks: '\\u0000' }, 200, { data: {} }),
  ),
  mutation(
    'identifiers are read from __proto__',
    ['input.proto'],
    answer({ path: CATALOGS, asks: '{"__proto__":{"nit"' }, 404, { message: NOT_FOUND }),
  ),
  mutation(
    'unknown fields are refused',
    ['input.unknown-fields'],
    answer({ asks: '"otro"' }, 400, { error: 'Unknown field: otro' }),
  ),
  mutation(
    'an administration route is offered',
    ['service.out-of-contract'],
    answer({ path: '/admin' }, 200, { users: [] }),
  ),
];
