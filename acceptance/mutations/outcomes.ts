import {
  answer,
  CATALOGS,
  envelope,
  header,
  INCOMPLETE,
  type Mutation,
  RENAP,
  RTU,
  refusal,
  status,
  text,
  UNAVAILABLE,
  value,
  when,
} from './mutation';

/** Mutations of outcomes, headers and charges. */

type Change = Mutation[0];

const NO_BALANCE = 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';
const SOURCE_LIMITED = 'Intenta de nuevo en unos minutos.';
const LIMITED = 'Intenta en un minuto.';
const TOO_MANY = 'Too many requests';
const noBalance = { says: NO_BALANCE };
const limited = { status: 429 };
const refusedAtRtu = { ...RTU, status: 400 };
const html = { 'content-type': 'text/html' };

/** Changes the count in the RateLimit field. */
function renumbered(path: string, written: (left: number) => string): Change {
  return when({ path }, (real) => {
    const [whole, left] = /;r=(\d+);t=\d+$/.exec(real.headers.ratelimit ?? '') ?? [];
    if (whole === undefined) return undefined;
    const ratelimit = real.headers.ratelimit?.replace(whole, written(Number(left))) ?? '';
    return { ...real, headers: { ...real.headers, ratelimit } };
  });
}

/** Makes requests to the person registry also spend from the limit of RTU by NIT. */
function spendingFromAnother(): Change {
  let seen = 0;
  const change = renumbered(RTU.path, (left) => `;r=${left - seen};t=60`);
  return (real, asked) => {
    if (asked.path.startsWith(RENAP.path)) seen += 1;
    return change(real, asked);
  };
}

/** Applies a change only to the first answer that it can change. */
function onceEachRun(change: Change): Change {
  let isDone = false;
  return (real, asked) => {
    const changed = isDone ? undefined : change(real, asked);
    isDone ||= changed !== undefined;
    return changed;
  };
}

export const outcomes: readonly Mutation[] = [
  [
    answer({ ...CATALOGS, status: 404 }, 200, { data: null }),
    'errors.catalogos.404',
    'endpoints.catalog.rule-2',
  ],
  [
    text({ asks: '9900010' }, 'No encontramos informacion', 'La fuente no respondio'),
    'errors.rule-3',
  ],
  [status({ ...CATALOGS, asks: '9900422' }, 422), 'errors.catalogos.400-source'],
  [
    value(
      { status: 401, says: 'No fue posible autenticar la consulta.' },
      'message',
      'Integración no encontrada con estas credenciales.',
    ),
    'errors.catalogos.401-source',
  ],
  [
    value({ status: 402, says: 'El servicio de consultas no tiene saldo' }, 'message', NO_BALANCE),
    'errors.rule-1',
    'errors.catalogos.402-source',
  ],
  [
    text({ status: 403 }, 'habilitada. Escribe a soporte.', 'habilitada para tu integracion.'),
    'errors.catalogos.403-source',
  ],
  [text(limited, SOURCE_LIMITED, LIMITED), 'errors.catalogos.429-source'],
  [header(limited, 'retry-after', '7'), 'errors.rule-5'],
  [
    status({ ...CATALOGS, status: 502 }, 500),
    'errors.catalogos.502',
    'sources.connection',
    'sources.not-an-object',
    'sources.other-status',
  ],
  [status({ ...CATALOGS, asks: '9900021' }, 504), 'endpoints.catalog.rule-4', 'limits.rule-6'],
  [status({ ...RTU, status: 500 }, 502), 'errors.registries.500', 'sources.rtu-only-200'],
  [
    envelope({ ...RENAP, asks: '0101"', status: 500 }, 200, null, 'Consulta exitosa.'),
    'sources.redirect',
  ],
  [envelope({ ...RTU, asks: '9900033' }, 200, [], '0 de 1'), 'sources.size'],
  [status(noBalance, 403), 'errors.catalogos.402-balance'],
  [
    refusal({ ...noBalance, asks: '9900500' }, 502, UNAVAILABLE),
    'checks.balance-before-source',
    'errors.rule-2',
  ],
  [
    refusal({ status: 400, asks: '"actualizado":"no"' }, 402, NO_BALANCE),
    'checks.body-before-balance',
  ],
  [answer({ ...noBalance, asks: '48217638' }, 200, { data: {} }), 'limits.rule-7.zero-balance'],
  [
    onceEachRun(
      refusal({ path: '/catalogos/cui-nit', status: 200, asks: '48217638' }, 402, NO_BALANCE),
    ),
    'limits.rule-7.charged',
    'errors.rule-4',
    'limits.rule-7.only-success',
    'money.concurrent',
    'money.conditions',
  ],
  [answer({ ...CATALOGS, status: 409 }, 200, { data: {} }), 'money.repetition'],
  [answer({ ...RTU, status: 200 }, 402, { error: 'No balance.' }), 'money.registries-free'],
  [header({ ...CATALOGS, status: 400 }, 'x-request-id', 'otro-identificador'), 'answer.request-id'],
  [header({ ...RTU, status: 403 }, 'x-request-id', undefined), 'answer.request-id'],
  [
    header({ sends: ['x-request-id', /^a\.b\.c/] }, 'x-request-id', 'a.b.c.d.e.f'),
    'answer.request-id',
  ],
  [header({ status: 400 }, 'content-type', 'text/html'), 'endpoints.content-type'],
  [header({ ...RENAP, status: 400 }, 'ratelimit', undefined), 'answer.ratelimit'],
  [header({ ...CATALOGS, status: 400 }, 'ratelimit-policy', undefined), 'answer.ratelimit'],
  [header({ status: 401 }, 'ratelimit', '"catalogos";r=29;t=60'), 'answer.ratelimit'],
  [header(refusedAtRtu, 'ratelimit-policy', '"rtu";q=20;w=60'), 'limits.rtu'],
  [renumbered('/', (left) => `;r=${left};t=900`), 'limits.rule-3'],
  [renumbered(RENAP.path, () => ';r=100;t=60'), 'checks.spend'],
  [spendingFromAnother(), 'limits.own-counters'],
  [renumbered('/catalogos/omisos', () => ';r=300;t=1'), 'service.catalogs-share'],
  [
    when({ status: 502 }, () => ({ status: 502, headers: html, body: '<html>Bad gateway</html>' })),
    'errors.catalogos.502',
  ],
];

/** Changes that show only when a limit is met. */
export const atLimits: readonly Mutation[] = [
  [header(limited, 'retry-after', '60'), 'errors.rule-5'],
  [
    refusal({ says: TOO_MANY }, 429, `${TOO_MANY}, please try again later.`),
    'errors.body.global',
    'checks.global-before-credentials',
    'errors.rule-6',
  ],
  [status({ says: TOO_MANY }, 503), 'limits.global'],
  [refusal({ says: TOO_MANY, sends: 'x-integracion-token' }, 400, INCOMPLETE), 'limits.rule-1'],
  [
    answer({ says: TOO_MANY, sends: ['x-forwarded-for', /,/] }, 403, { error: 'Forbidden.' }),
    'limits.forwarded-for',
  ],
  [status({ status: 405 }, 429), 'checks.method-first'],
  [
    (real, { path }) => (path === '/' ? { ...real, status: 429 } : undefined),
    'limits.global-scope',
  ],
  [text(limited, LIMITED, SOURCE_LIMITED), 'errors.catalogos.429-limit'],
  [status({ says: 'Rate limit exceeded.' }, 503), 'errors.registries.429', 'limits.renap'],
  [
    refusal({ path: '/catalogos/omisos', ...limited }, 400, INCOMPLETE),
    'limits.rule-2',
    'limits.catalogos',
  ],
  [
    answer({ ...limited, asksBytes: (bytes) => bytes > 64 * 1024 }, 413, { error: 'Too large' }),
    'checks.rate-before-body',
  ],
  [limitedAfterwards(), 'limits.by-integration'],
];

/** Once one integration met the limit of the person registry, the others are refused as well. */
function limitedAfterwards(): Change {
  let isLimited = false;
  const refuse = answer({ ...RENAP, status: 400 }, 429, { error: 'Rate limit exceeded.' });
  return (real, asked) => {
    isLimited ||= asked.path.startsWith(RENAP.path) && real.status === 429;
    return isLimited ? refuse(real, asked) : undefined;
  };
}
