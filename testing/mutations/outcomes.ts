import { answer, header, JSON_TYPE, type Mutation, mutation, status, text } from './mutation';

/** Changes to what becomes of the sources' answers, to headers and to what a balance pays. */

const CATALOGS = '/catalogos/';
const NO_BALANCE = 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';
const SOURCE_LIMITED = 'Intenta de nuevo en unos minutos.';
const RATE_LIMIT = /;r=(\d+);t=(\d+)$/;

export const outcomes: readonly Mutation[] = [
  mutation(
    'not found is a 200 without a record',
    ['errors.catalogos.404', 'endpoints.catalog.rule-2'],
    answer({ path: CATALOGS, status: 404 }, 200, { data: null }),
  ),
  mutation(
    'a query that the source marks as failed is told apart',
    ['errors.rule-3'],
    text({ asks: '9900010' }, 'No encontramos informacion', 'La fuente no respondio'),
  ),
  mutation(
    'data that the source rejects is a 422',
    ['errors.catalogos.400-source'],
    status({ path: CATALOGS, asks: '9900422' }, 422),
  ),
  mutation(
    'the service’s own rejection is an unknown integration',
    ['errors.catalogos.401-source'],
    text(
      { status: 401 },
      'No fue posible autenticar la consulta. Escribe a soporte.',
      'Integración no encontrada con estas credenciales.',
    ),
  ),
  mutation(
    'no balance at the source is the integrator’s',
    ['errors.rule-1', 'errors.catalogos.402-source'],
    text(
      { status: 402 },
      'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
      NO_BALANCE,
    ),
  ),
  mutation(
    'what the source denies is not enabled',
    ['errors.catalogos.403-source'],
    text({ status: 403 }, 'habilitada. Escribe a soporte.', 'habilitada para tu integracion.'),
  ),
  mutation(
    'the source’s limit is ours',
    ['errors.catalogos.429-source'],
    text({ status: 429 }, SOURCE_LIMITED, 'Intenta en un minuto.'),
  ),
  mutation(
    'a limit of the source has Retry-After',
    ['errors.rule-5'],
    header({ status: 429 }, 'retry-after', '7'),
  ),
  mutation(
    'a source that fails is a 500 on the catalogs',
    ['errors.catalogos.502', 'sources.connection', 'sources.not-an-object', 'sources.other-status'],
    status({ path: CATALOGS, status: 502 }, 500),
  ),
  mutation(
    'a source that never ends is a 504',
    ['endpoints.catalog.rule-4', 'limits.rule-6'],
    status({ path: CATALOGS, asks: '9900021' }, 504),
  ),
  mutation(
    'a registry that fails is a 502',
    ['errors.registries.500', 'sources.rtu-only-200'],
    status({ path: '/rtu', status: 500 }, 502),
  ),
  mutation(
    'a redirect of the source is followed',
    ['sources.redirect'],
    answer({ path: '/renap', asks: '0101"', status: 500 }, 200, {
      success: true,
      data: null,
      message: 'Consulta exitosa.',
      responseCode: 200,
    }),
  ),
  mutation(
    'answers over 1 MiB are taken',
    ['sources.size'],
    answer({ path: '/rtu', asks: '9900033' }, 200, {
      success: true,
      data: [],
      message: '0 de 1',
      responseCode: 200,
    }),
  ),
  mutation(
    'no balance is a 403',
    ['errors.catalogos.402-balance'],
    status({ says: NO_BALANCE }, 403),
  ),
  mutation(
    'the balance comes after the source',
    ['checks.balance-before-source', 'errors.rule-2'],
    answer({ says: NO_BALANCE, asks: '9900500' }, 502, {
      message: 'El servicio de consultas no esta disponible en este momento.',
    }),
  ),
  mutation(
    'the balance comes before the body',
    ['checks.body-before-balance'],
    answer({ status: 400, asks: '"actualizado":"no"' }, 402, { message: NO_BALANCE }),
  ),
  mutation(
    'a query without balance is paid later',
    ['limits.rule-7.zero-balance'],
    answer({ says: NO_BALANCE, asks: '48217638' }, 200, { data: {} }),
  ),
  mutation(
    'one query too few is paid',
    [
      'limits.rule-7.charged',
      'errors.rule-4',
      'limits.rule-7.only-success',
      'money.concurrent',
      'money.conditions',
    ],
    onceEachRun((real, asked) =>
      real.status === 200 && asked.body === '{"nit":"48217638"}' && asked.path.endsWith('cui-nit')
        ? { ...real, status: 402, body: JSON.stringify({ message: NO_BALANCE }) }
        : undefined,
    ),
  ),
  mutation(
    'a key can be repeated without end',
    ['money.repetition'],
    answer({ path: CATALOGS, status: 409 }, 200, { data: {} }),
  ),
  mutation(
    'registries need a balance',
    ['money.registries-free'],
    answer({ path: '/rtu', status: 200 }, 402, { error: 'No balance.' }),
  ),
  mutation(
    'x-request-id is not echoed',
    ['answer.request-id'],
    header({ path: CATALOGS, status: 400 }, 'x-request-id', 'otro-identificador'),
  ),
  mutation(
    'x-request-id is missing on failures',
    ['answer.request-id'],
    header({ path: '/rtu', status: 403 }, 'x-request-id', undefined),
  ),
  mutation('any x-request-id is echoed', ['answer.request-id'], (real, { headers }) =>
    headers['x-request-id'] === 'a.b.c.d.e.f'
      ? { ...real, headers: { ...real.headers, 'x-request-id': 'a.b.c.d.e.f' } }
      : undefined,
  ),
  mutation(
    'JSON is sent as HTML',
    ['endpoints.content-type'],
    header({ status: 400 }, 'content-type', 'text/html'),
  ),
  mutation(
    'RateLimit is missing',
    ['answer.ratelimit'],
    header({ path: '/renap', status: 400 }, 'ratelimit', undefined),
  ),
  mutation(
    'RateLimit-Policy is missing',
    ['answer.ratelimit'],
    header({ path: CATALOGS, status: 400 }, 'ratelimit-policy', undefined),
  ),
  mutation(
    'strangers get RateLimit fields',
    ['answer.ratelimit'],
    header({ status: 401 }, 'ratelimit', '"catalogos";r=29;t=60'),
  ),
  mutation(
    'another quota is announced',
    ['limits.rtu'],
    header({ path: '/rtu', status: 400 }, 'ratelimit-policy', '"rtu";q=20;w=60'),
  ),
  mutation('a window is longer than a minute', ['limits.rule-3'], (real) =>
    renumbered(real, (left) => `;r=${left};t=900`),
  ),
  mutation('unusable bodies spend nothing', ['checks.spend'], (real, { path }) =>
    path === '/renap/buscar-cui' ? renumbered(real, () => ';r=100;t=60') : undefined,
  ),
  mutation(
    'the person registry spends from the count of RTU by NIT',
    ['limits.own-counters'],
    spendingFromAnother(),
  ),
  mutation('one of the catalogs counts for itself', ['service.catalogs-share'], (real, { path }) =>
    path === '/catalogos/omisos' ? renumbered(real, () => ';r=300;t=1') : undefined,
  ),
  mutation('HTML instead of a source’s failure', ['errors.catalogos.502'], (real) =>
    real.status === 502
      ? {
          status: 502,
          headers: { ...real.headers, 'content-type': 'text/html' },
          body: '<html><body>Bad gateway</body></html>',
        }
      : undefined,
  ),
];

type Change = Mutation['change'];

/** Another count in the field RateLimit. */
function renumbered(real: Parameters<Change>[0], written: (left: number) => string) {
  const { ratelimit } = real.headers;
  const match = RATE_LIMIT.exec(ratelimit ?? '');
  if (ratelimit === undefined || match === null) return undefined;
  const changed = ratelimit.replace(RATE_LIMIT, written(Number(match[1])));
  return { ...real, headers: { ...real.headers, ratelimit: changed } };
}

function spendingFromAnother(): Change {
  let seen = 0;
  return (real, { path }) => {
    if (path.startsWith('/renap')) seen += 1;
    return path.startsWith('/rtu')
      ? renumbered(real, (left) => `;r=${left - seen};t=60`)
      : undefined;
  };
}

/** Only the first time that it applies. */
function onceEachRun(change: Change): Change {
  let isDone = false;
  return (real, asked) => {
    const changed = isDone ? undefined : change(real, asked);
    isDone ||= changed !== undefined;
    return changed;
  };
}

/** Changes that show only where a limit is met. */
export const atLimits: readonly Mutation[] = [
  mutation(
    'a limit of ours has Retry-After',
    ['errors.rule-5'],
    header({ status: 429 }, 'retry-after', '60'),
  ),
  mutation(
    'the limit by address answers JSON',
    ['errors.body.global', 'checks.global-before-credentials', 'errors.rule-6'],
    (real) =>
      real.headers['content-type']?.startsWith('text/plain')
        ? {
            ...real,
            headers: { ...real.headers, 'content-type': JSON_TYPE },
            body: JSON.stringify({ message: real.body }),
          }
        : undefined,
  ),
  mutation(
    'the limit by address is a 503',
    ['limits.global'],
    status({ says: 'Too many requests' }, 503),
  ),
  mutation(
    'credentials lift the limit by address',
    ['limits.rule-1'],
    answer(
      {
        says: 'Too many requests',
        also: ({ headers }) => headers['x-integracion-token'] !== undefined,
      },
      400,
      { message: 'Envia un NIT o un CUI para consultar.' },
    ),
  ),
  mutation(
    'a forged address has a count of its own',
    ['limits.forwarded-for'],
    answer(
      {
        says: 'Too many requests',
        also: ({ headers }) => headers['x-forwarded-for']?.includes(',') === true,
      },
      403,
      { error: 'Integration authentication required.' },
    ),
  ),
  mutation(
    'the limit by address comes before the method',
    ['checks.method-first'],
    status({ status: 405 }, 429),
  ),
  mutation(
    'other pages spend from the limit by address',
    ['limits.global-scope'],
    (real, { path }) => (path === '/' ? { ...real, status: 429 } : undefined),
  ),
  mutation(
    'our limit is told as the source’s',
    ['errors.catalogos.429-limit'],
    text({ status: 429 }, 'Intenta en un minuto.', SOURCE_LIMITED),
  ),
  mutation(
    'the limit of a registry is a 503',
    ['errors.registries.429', 'limits.renap'],
    status({ says: 'Rate limit exceeded.' }, 503),
  ),
  mutation(
    'the catalogs have a counter each',
    ['limits.rule-2', 'limits.catalogos'],
    answer({ path: '/catalogos/omisos', status: 429 }, 400, {
      message: 'Envia un NIT o un CUI para consultar.',
    }),
  ),
  mutation(
    'a body too large comes before the limit',
    ['checks.rate-before-body'],
    (real, { body }) =>
      real.status === 429 && body.length > 64 * 1024
        ? { ...real, status: 413, body: JSON.stringify({ error: 'Too large' }) }
        : undefined,
  ),
  mutation('another integration is limited too', ['limits.by-integration'], limitedAfterwards()),
];

/** Whoever asks after the first 429 of the person registry is limited as well. */
function limitedAfterwards(): Change {
  let isLimited = false;
  return (real, { path }) => {
    isLimited ||= path.startsWith('/renap') && real.status === 429;
    return isLimited && path.startsWith('/renap') && real.status === 400
      ? { ...real, status: 429, body: JSON.stringify({ error: 'Rate limit exceeded.' }) }
      : undefined;
  };
}
