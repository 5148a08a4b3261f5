import { countsIn } from '@/lib/contract/lookups';
import { MAX_BODY_BYTES } from '@/lib/contract/requests';
import { type ContractTexts, capitalise } from './texts';

const KIB = MAX_BODY_BYTES / 1024;
const counts = countsIn('en');

/** The document's texts in English. */
export const en: ContractTexts = {
  title: 'Pasarela',
  summary: 'Taxpayer lookups for integrators.',
  description: ({ global, renap, rtu, catalogos }) =>
    `
${capitalise(counts.lookups)} lookups about Guatemalan taxpayers: ${counts.registries} registries and ${counts.catalogs} catalogs. Each is a \`POST\` with a JSON object.

**Deployments.** Production and development are separate, with credentials of their own. Keep the address in your client's configuration.

**Credentials.** Two headers, always together: \`x-integracion-login\` and \`x-integracion-token\`. An administrator of the service enables each lookup on its own.

**Order of the checks.** Method, limit per address, credentials, enablement, limit per minute, body, idempotency key, balance, and last the source. When several things are wrong, the first one answers.

**How a body is read.** There is no 415: a body that is absent, malformed, not an object or not sent as \`application/json\` is read as \`{}\`, and the lookup's own 400 answers it. Unknown fields are ignored.

**Answers of the catalogs.** Every field is always present. \`null\` means that the source did not report it, and is not \`false\`. A list without elements is \`[]\`. Compare codes as text: leading zeros matter. Dates other than \`fechaNacimiento\` are text as the source publishes it.

**Errors.** Branch on the HTTP status; the text may change without notice and is for your log. The registries answer \`{"error"}\`, the catalogs \`{"message"}\`, and the limit per address plain text.

**Limits.** ${global} requests per IP address and 15 minutes over the whole API, and per integration and minute: ${renap} to the person registry, ${rtu} to RTU by NIT and ${catalogos} to the ${counts.catalogs} catalogs together. Each request spends from the first; each authenticated and enabled one also from its own. No 429 carries \`Retry-After\`. Limits may be tightened without notice.

**Billing.** The catalogs only, on a 200 only, once per answer, from the prepaid balance and at the tariff in force when the query began. It takes an available balance above zero and not below the tariff; otherwise the answer is 402 and the source is not asked. With an \`Idempotency-Key\` a query can be repeated without being paid twice.

**Ceiling.** A query ends within 30 seconds. Give your client a longer time-out.

**Before the API.** What is not valid HTTP is refused by the server with 400, 408 or 431 and no body.
`.trim(),
  contact: 'Pasarela support',
  license: 'Use under the agreement with the operator of the service',
  server: 'This deployment',
  tags: {
    registries: {
      'x-displayName': 'Registries',
      description:
        'Person registry and RTU by NIT: data as the source publishes it, in an envelope. Free of charge.',
    },
    catalogs: {
      'x-displayName': 'Catalogs',
      description: `CUI/NIT, full RTU record and omisos: a stable contract of our own, one limit and one balance for the ${counts.catalogs}.`,
    },
  },
  security: {
    login: "The integration's name, in any case. Always together with the token.",
    token: "The integration's secret. Never in the address or in the body.",
  },
  parameters: {
    requestId:
      'Your own id of the request. When it has this form it is kept, up to the source and the log; otherwise a new one is assigned.',
    idempotencyKey:
      'Your own name for this query. When the connection breaks and you cannot know whether it was charged, repeat it with the same key and the same body within 24 hours: the query is made again without being charged again. No answer is kept.',
  },
  headers: {
    requestId: 'Id of the request; quote it when you write to support.',
    cacheControl: 'No answer is to be cached.',
    rateLimit:
      'What is left of the limit per minute (`r`) and the seconds until it resets (`t`). Present once the integration is known.',
    rateLimitPolicy: 'The limit per minute: requests (`q`) and seconds of the window (`w`).',
    allow: 'The only method.',
    idempotencyReplayed:
      'Present when the query was made again at no charge, since it was charged before under the same `Idempotency-Key`.',
    queryId:
      "The query's id. Only for integrations with receipts switched on, when the query reached the source.",
    charged: 'What was charged, in quetzales. Comes with `x-consulta-id`.',
    available: 'Available balance after the query, in quetzales. Comes with `x-consulta-id`.',
  },
  terms: (flag, quota, family, billed) =>
    [
      `Requires the flag \`${flag}\`.`,
      `Limit: ${quota} requests per minute and integration${family === 'catalogos' ? `, shared by the ${counts.catalogs} catalogs` : ''}.`,
      billed
        ? "A 200 is charged at the integration's tariff; nothing else is. With `actualizado` set to `true` the authority is asked at that moment, and the answer takes longer."
        : 'Free of charge.',
    ].join(' '),
  requestBody: `A JSON object of up to ${KIB} KiB, sent as \`application/json\`. Text counts when it is a JSON string with something other than white space in it, and goes to the source as it came.`,
  success: 'The source answered.',
  registryStatus: {
    success: 'Another success status of the person registry.',
    failure:
      "The person registry's own status, with its envelope. A 404 is the usual answer to a CUI that it does not have.",
  },
  charge: {
    no: 'Not charged.',
    possible: 'In a rare case the charge stands.',
    yes: 'Charged.',
  },
  retry: {
    corrected: 'Repeat only with the request corrected.',
    resolved: 'Repeat once it is resolved.',
    window: 'Repeat when the window resets.',
    moments: 'Repeat in a few seconds.',
    minutes: 'Repeat after some minutes.',
    backoff: 'Repeat with exponential backoff.',
    later: 'Repeat later, if the datum is still needed.',
    ask_first: 'Ask before repeating.',
  },
  contactWhom: {
    you: "The integration's developers can mend it.",
    administrator: 'An administrator of the service can mend it.',
    support: 'Write to support.',
    nobody: 'Nobody needs to know; if it lasts, support.',
  },
};
