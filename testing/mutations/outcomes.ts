import { answer, header, JSON_TYPE, type Mutation, status, text } from './mutation';

/** Changes to what becomes of the sources' answers, to headers and to what a balance pays. */

const CATALOGS = '/catalogos/';
const NO_BALANCE = 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';
const SOURCE_LIMITED = 'Intenta de nuevo en unos minutos.';
const RATE_LIMIT = /;r=(\d+);t=(\d+)$/;

export const outcomes: readonly Mutation[] = [
  {
    name: 'not found is a 200 without a record',
    speaks: 'errors.catalogos.404',
    also: ['endpoints.catalog.rule-2'],
    change: answer({ path: CATALOGS, status: 404 }, 200, { data: null }),
  },
  {
    name: 'a query that the source marks as failed is told apart',
    speaks: 'errors.rule-3',
    change: text({ asks: '9900010' }, 'No encontramos informacion', 'La fuente no respondio'),
  },
  {
    name: 'data that the source rejects is a 422',
    speaks: 'errors.catalogos.400-source',
    change: status({ path: CATALOGS, asks: '9900422' }, 422),
  },
  {
    name: 'the service’s own rejection is an unknown integration',
    speaks: 'errors.catalogos.401-source',
    change: text(
      { status: 401 },
      'No fue posible autenticar la consulta. Escribe a soporte.',
      'Integración no encontrada con estas credenciales.',
    ),
  },
  {
    name: 'no balance at the source is the integrator’s',
    speaks: 'errors.rule-1',
    also: ['errors.catalogos.402-source'],
    change: text(
      { status: 402 },
      'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
      NO_BALANCE,
    ),
  },
  {
    name: 'what the source denies is not enabled',
    speaks: 'errors.catalogos.403-source',
    change: text(
      { status: 403 },
      'habilitada. Escribe a soporte.',
      'habilitada para tu integracion.',
    ),
  },
  {
    name: 'the source’s limit is ours',
    speaks: 'errors.catalogos.429-source',
    change: text({ status: 429 }, SOURCE_LIMITED, 'Intenta en un minuto.'),
  },
  {
    name: 'a limit of the source has Retry-After',
    speaks: 'errors.rule-5',
    change: header({ status: 429 }, 'retry-after', '7'),
  },
  {
    name: 'a source that fails is a 500 on the catalogs',
    speaks: 'errors.catalogos.502',
    also: ['sources.connection', 'sources.not-an-object', 'sources.other-status'],
    change: status({ path: CATALOGS, status: 502 }, 500),
  },
  {
    name: 'a source that never ends is a 504',
    speaks: 'endpoints.catalog.rule-4',
    also: ['limits.rule-6'],
    change: status({ path: CATALOGS, asks: '9900021' }, 504),
  },
  {
    name: 'a registry that fails is a 502',
    speaks: 'errors.registries.500',
    also: ['sources.rtu-only-200'],
    change: status({ path: '/rtu', status: 500 }, 502),
  },
  {
    name: 'a redirect of the source is followed',
    speaks: 'sources.redirect',
    change: answer({ path: '/renap', asks: '0101"', status: 500 }, 200, {
      success: true,
      data: null,
      message: 'Consulta exitosa.',
      responseCode: 200,
    }),
  },
  {
    name: 'answers over 1 MiB are taken',
    speaks: 'sources.size',
    change: answer({ path: '/rtu', asks: '9900033' }, 200, {
      success: true,
      data: [],
      message: '0 de 1',
      responseCode: 200,
    }),
  },
  {
    name: 'no balance is a 403',
    speaks: 'errors.catalogos.402-balance',
    change: status({ says: NO_BALANCE }, 403),
  },
  {
    name: 'the balance comes after the source',
    speaks: 'checks.balance-before-source',
    also: ['errors.rule-2'],
    change: answer({ says: NO_BALANCE, asks: '9900500' }, 502, {
      message: 'El servicio de consultas no esta disponible en este momento.',
    }),
  },
  {
    name: 'the balance comes before the body',
    speaks: 'checks.body-before-balance',
    change: answer({ status: 400, asks: '"actualizado":"no"' }, 402, { message: NO_BALANCE }),
  },
  {
    name: 'a query without balance is paid later',
    speaks: 'limits.rule-7.zero-balance',
    change: answer({ says: NO_BALANCE, asks: '48217638' }, 200, { data: {} }),
  },
  {
    name: 'one query too few is paid',
    speaks: 'limits.rule-7.charged',
    also: ['errors.rule-4', 'limits.rule-7.only-success', 'money.concurrent', 'money.conditions'],
    change: onceEachRun((real, asked) =>
      real.status === 200 && asked.body === '{"nit":"48217638"}' && asked.path.endsWith('cui-nit')
        ? { ...real, status: 402, body: JSON.stringify({ message: NO_BALANCE }) }
        : undefined,
    ),
  },
  {
    name: 'registries need a balance',
    speaks: 'money.registries-free',
    change: answer({ path: '/rtu', status: 200 }, 402, { error: 'No balance.' }),
  },
  {
    name: 'x-request-id is not echoed',
    speaks: 'answer.request-id',
    change: header({ path: CATALOGS, status: 400 }, 'x-request-id', 'otro-identificador'),
  },
  {
    name: 'x-request-id is missing on failures',
    speaks: 'answer.request-id',
    change: header({ path: '/rtu', status: 403 }, 'x-request-id', undefined),
  },
  {
    name: 'any x-request-id is echoed',
    speaks: 'answer.request-id',
    change: (real, { headers }) =>
      headers['x-request-id'] === 'a.b.c.d.e.f'
        ? { ...real, headers: { ...real.headers, 'x-request-id': 'a.b.c.d.e.f' } }
        : undefined,
  },
  {
    name: 'JSON is sent as HTML',
    speaks: 'endpoints.content-type',
    change: header({ status: 400 }, 'content-type', 'text/html'),
  },
  {
    name: 'RateLimit is missing',
    speaks: 'answer.ratelimit',
    change: header({ path: '/renap', status: 400 }, 'ratelimit', undefined),
  },
  {
    name: 'RateLimit-Policy is missing',
    speaks: 'answer.ratelimit',
    change: header({ path: CATALOGS, status: 400 }, 'ratelimit-policy', undefined),
  },
  {
    name: 'strangers get RateLimit fields',
    speaks: 'answer.ratelimit',
    change: header({ status: 401 }, 'ratelimit', '"catalogos";r=29;t=60'),
  },
  {
    name: 'another quota is announced',
    speaks: 'limits.rtu',
    change: header({ path: '/rtu', status: 400 }, 'ratelimit-policy', '"rtu";q=20;w=60'),
  },
  {
    name: 'a window is longer than a minute',
    speaks: 'limits.rule-3',
    change: (real) => renumbered(real, (left) => `;r=${left};t=900`),
  },
  {
    name: 'unusable bodies spend nothing',
    speaks: 'checks.spend',
    change: (real, { path }) =>
      path === '/renap/buscar-cui' ? renumbered(real, () => ';r=100;t=60') : undefined,
  },
  {
    name: 'the person registry spends from the count of RTU by NIT',
    speaks: 'limits.own-counters',
    change: spendingFromAnother(),
  },
  {
    name: 'one of the catalogs counts for itself',
    speaks: 'service.catalogs-share',
    change: (real, { path }) =>
      path === '/catalogos/omisos' ? renumbered(real, () => ';r=300;t=1') : undefined,
  },
  {
    name: 'HTML instead of a source’s failure',
    speaks: 'errors.catalogos.502',
    change: (real) =>
      real.status === 502
        ? {
            status: 502,
            headers: { ...real.headers, 'content-type': 'text/html' },
            body: '<html><body>Bad gateway</body></html>',
          }
        : undefined,
  },
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
  {
    name: 'a limit of ours has Retry-After',
    speaks: 'errors.rule-5',
    change: header({ status: 429 }, 'retry-after', '60'),
  },
  {
    name: 'the limit by address answers JSON',
    speaks: 'errors.body.global',
    also: ['checks.global-before-credentials', 'errors.rule-6'],
    change: (real) =>
      real.headers['content-type']?.startsWith('text/plain')
        ? {
            ...real,
            headers: { ...real.headers, 'content-type': JSON_TYPE },
            body: JSON.stringify({ message: real.body }),
          }
        : undefined,
  },
  {
    name: 'the limit by address is a 503',
    speaks: 'limits.global',
    change: status({ says: 'Too many requests' }, 503),
  },
  {
    name: 'credentials lift the limit by address',
    speaks: 'limits.rule-1',
    change: answer(
      {
        says: 'Too many requests',
        also: ({ headers }) => headers['x-integracion-token'] !== undefined,
      },
      400,
      { message: 'Envia un NIT o un CUI para consultar.' },
    ),
  },
  {
    name: 'a forged address has a count of its own',
    speaks: 'limits.forwarded-for',
    change: answer(
      {
        says: 'Too many requests',
        also: ({ headers }) => headers['x-forwarded-for']?.includes(',') === true,
      },
      403,
      { error: 'Integration authentication required.' },
    ),
  },
  {
    name: 'the limit by address comes before the method',
    speaks: 'checks.method-first',
    change: status({ status: 405 }, 429),
  },
  {
    name: 'other pages spend from the limit by address',
    speaks: 'limits.global-scope',
    change: (real, { path }) => (path === '/' ? { ...real, status: 429 } : undefined),
  },
  {
    name: 'our limit is told as the source’s',
    speaks: 'errors.catalogos.429-limit',
    change: text({ status: 429 }, 'Intenta en un minuto.', SOURCE_LIMITED),
  },
  {
    name: 'the limit of a registry is a 503',
    speaks: 'errors.registries.429',
    also: ['limits.renap'],
    change: status({ says: 'Rate limit exceeded.' }, 503),
  },
  {
    name: 'the catalogs have a counter each',
    speaks: 'limits.rule-2',
    also: ['limits.catalogos'],
    change: answer({ path: '/catalogos/omisos', status: 429 }, 400, {
      message: 'Envia un NIT o un CUI para consultar.',
    }),
  },
  {
    name: 'a body too large comes before the limit',
    speaks: 'checks.rate-before-body',
    change: (real, { body }) =>
      real.status === 429 && body.length > 64 * 1024
        ? { ...real, status: 413, body: JSON.stringify({ error: 'Too large' }) }
        : undefined,
  },
  {
    name: 'another integration is limited too',
    speaks: 'limits.by-integration',
    change: limitedAfterwards(),
  },
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
