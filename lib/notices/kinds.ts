import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import type { Language } from '@/lib/base/values/language';
import { FAMILIES } from '@/lib/contract/failures';
import { LOOKUPS } from '@/lib/contract/lookups';
import type { EpisodeRules } from './episodes';

/** Subject and sentences. A sentence is left out when a field that it names is absent. */
type Texts = readonly [subject: string, ...sentences: string[]];

/** The types of notices. */
interface Kind extends Readonly<Record<Language, Texts>> {
  readonly to: 'integration' | 'staff' | 'both';
  /** For a condition that begins and ends. */
  readonly rules?: EpisodeRules;
  /** Type of the notice of its end. */
  readonly end?: string;
  /** E-mail waits a moment for others that go into the same message. */
  readonly canWait?: boolean;
  /** Fields of `data`. Never names of staff, reasons, notes or identifiers. */
  readonly data: z.ZodObject;
}

/** Decimal text. */
const amount = z.string().regex(/^-?\d+\.\d{2,4}$/);
const instant = z.iso.datetime();
/** Name of the integration. */
const integration = z.string();
const lookup = z.enum(LOOKUPS);
const source = z.enum(FAMILIES);

const ofIntegration = { integration };
const ended = z.object({ ...ofIntegration, since: instant });
const ofLookup = z.object({ ...ofIntegration, lookup });
const ofTariff = { ...ofIntegration, tariff: amount };
const problems = z.object({ problems: z.int() });
const endingToken = z.object({ ...ofIntegration, token: z.string(), ends_at: instant });

/** Every type of notice, one row each. */
export const KINDS = {
  'balance.low': {
    to: 'integration',
    rules: { clearMs: 15 * MINUTE_MS, cooldownMs: 72 * HOUR_MS },
    end: 'balance.restored',
    data: z.object({
      ...ofIntegration,
      available: amount,
      threshold: amount.optional(),
      days_left: z.int().optional(),
    }),
    es: [
      'Saldo bajo',
      'Quedan Q {available} disponibles.',
      'El aviso está configurado para menos de Q {threshold}.',
      'Días para los que alcanzan, al ritmo de los últimos siete: {days_left}.',
    ],
    en: [
      'Low balance',
      'Q {available} are available.',
      'The notice is set for less than Q {threshold}.',
      'Days that they last, at the pace of the last seven: {days_left}.',
    ],
  },
  'balance.restored': {
    to: 'integration',
    canWait: true,
    data: ended,
    es: ['Saldo suficiente de nuevo', 'El saldo ya no está bajo.', 'Lo estaba desde {since}.'],
    en: ['Balance restored', 'The balance is no longer low.', 'It was since {since}.'],
  },
  'balance.exhausted': {
    to: 'both',
    rules: { clearMs: 5 * MINUTE_MS, cooldownMs: 24 * HOUR_MS },
    data: z.object({ ...ofTariff, available: amount }),
    es: [
      'Saldo agotado',
      'Quedan Q {available} disponibles y una consulta cuesta Q {tariff}.',
      'Las consultas con cobro responden 402 hasta la próxima recarga.',
    ],
    en: [
      'Balance exhausted',
      'Q {available} are available and a query costs Q {tariff}.',
      'Queries with a charge answer 402 until the next top-up.',
    ],
  },
  'cap.reached': {
    to: 'integration',
    rules: { mergeMs: 32 * DAY_MS },
    data: z.object({ ...ofIntegration, period: z.enum(['day', 'month']), cap: amount }),
    es: [
      'Tope de gasto alcanzado',
      'El gasto alcanzó el tope {period}, de Q {cap}.',
      'Las consultas con cobro responden 402 hasta que el periodo termine o el tope cambie.',
    ],
    en: [
      'Spending cap reached',
      'Spending reached the cap {period}, Q {cap}.',
      'Queries with a charge answer 402 until the period ends or the cap changes.',
    ],
  },
  'token.ending': {
    to: 'integration',
    rules: {},
    data: endingToken,
    es: [
      'Un token en uso está por vencer',
      'El token {token} vence el {ends_at} y se usó en las últimas 24 horas.',
      'Reemplácelo antes por el nuevo.',
    ],
    en: [
      'A token in use is about to end',
      'The token {token} ends on {ends_at} and was used in the last 24 hours.',
      'Replace it with the new one before.',
    ],
  },
  'token.old_used': {
    to: 'integration',
    rules: {},
    data: endingToken,
    es: [
      'El token anterior vence en menos de un día y todavía se usa',
      'El token {token} vence el {ends_at}.',
      'Desde entonces se rechaza toda consulta que lo use.',
    ],
    en: [
      'The old token ends within a day and is still used',
      'The token {token} ends on {ends_at}.',
      'From then on every query that uses it is refused.',
    ],
  },
  'token.rotated': {
    to: 'integration',
    data: z.object({ ...ofIntegration, old_token_until: instant }),
    es: ['Token renovado', 'Hay un token nuevo.', 'El anterior funciona hasta {old_token_until}.'],
    en: ['Token rotated', 'There is a new token.', 'The old one works until {old_token_until}.'],
  },
  'lookup.enabled': {
    to: 'integration',
    data: ofLookup,
    es: ['Consulta habilitada', 'La consulta {lookup} está habilitada.'],
    en: ['Lookup enabled', 'The lookup {lookup} is enabled.'],
  },
  'lookup.disabled': {
    to: 'integration',
    data: ofLookup,
    es: ['Consulta deshabilitada', 'La consulta {lookup} está deshabilitada y responde 403.'],
    en: ['Lookup disabled', 'The lookup {lookup} is disabled and answers 403.'],
  },
  'integration.suspended': {
    to: 'integration',
    data: z.object(ofIntegration),
    es: ['Integración suspendida', 'Todas las consultas responden 403.'],
    en: ['Integration suspended', 'All queries answer 403.'],
  },
  'integration.resumed': {
    to: 'integration',
    data: z.object(ofIntegration),
    es: ['Integración activa de nuevo', 'Las consultas funcionan de nuevo.'],
    en: ['Integration resumed', 'Queries work again.'],
  },
  'limits.changed': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofIntegration, limits: z.array(z.string()) }),
    es: ['Límites modificados', 'Cambiaron los límites o topes de la integración: {limits}.'],
    en: ['Limits changed', 'Limits or caps of the integration changed: {limits}.'],
  },
  'tariff.changed': {
    to: 'integration',
    data: z.object(ofTariff),
    es: ['Tarifa nueva', 'Cada consulta con cobro cuesta ahora Q {tariff}.'],
    en: ['New tariff', 'Each query with a charge costs Q {tariff} from now on.'],
  },
  'tariff.scheduled': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofTariff, from: instant }),
    es: ['Tarifa programada', 'Desde {from} cada consulta con cobro costará Q {tariff}.'],
    en: ['Tariff scheduled', 'From {from} each query with a charge will cost Q {tariff}.'],
  },
  'tariff.cancelled': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofTariff, from: instant }),
    es: [
      'Tarifa programada cancelada',
      'La tarifa de Q {tariff} anunciada para {from} no se aplicará.',
    ],
    en: [
      'Scheduled tariff cancelled',
      'The tariff of Q {tariff} announced for {from} is cancelled.',
    ],
  },
  'refund.made': {
    to: 'integration',
    canWait: true,
    data: z.object({ ...ofIntegration, query_id: z.uuid(), amount }),
    es: ['Devolución', 'Se devolvieron Q {amount} de la consulta {query_id}.'],
    en: ['Refund', 'Q {amount} of the query {query_id} were refunded.'],
  },
  'source.down': {
    to: 'both',
    rules: { waitMs: 3 * MINUTE_MS, clearMs: 10 * MINUTE_MS, mergeMs: 30 * MINUTE_MS },
    end: 'source.up',
    data: z.object({ source }),
    es: [
      'Una fuente no responde',
      'La fuente {source} no responde a las consultas.',
      'Una consulta sin respuesta de la fuente no se cobra.',
    ],
    en: [
      'A source is down',
      'The source {source} does not answer queries.',
      'A query without an answer of the source is not charged.',
    ],
  },
  'source.up': {
    to: 'both',
    data: z.object({ source, since: instant }),
    es: ['La fuente responde de nuevo', 'La fuente {source} responde.', 'Falló desde {since}.'],
    en: ['The source works again', 'The source {source} answers.', 'It failed since {since}.'],
  },
  'incident.posted': {
    to: 'integration',
    canWait: true,
    data: z.object({ title: z.string(), state: z.string() }),
    es: ['Novedad en el estado del servicio', '{title}: {state}.'],
    en: ['News on the service status', '{title}: {state}.'],
  },
  'refund.requested': {
    to: 'staff',
    data: z.object({ ...ofIntegration, query_id: z.uuid() }),
    es: ['Devolución solicitada', 'Se solicitó devolver la consulta {query_id} de {integration}.'],
    en: ['Refund requested', 'A refund of the query {query_id} of {integration} was requested.'],
  },
  'ledger.problem': {
    to: 'staff',
    rules: { cooldownMs: 24 * HOUR_MS },
    data: problems,
    es: ['Problemas en el libro de saldos', 'La verificación encontró {problems} problemas.'],
    en: ['Problems in the ledger', 'The verification found {problems} problems.'],
  },
  'audit.problem': {
    to: 'staff',
    rules: { cooldownMs: 24 * HOUR_MS },
    data: problems,
    es: ['Problemas en la bitácora', 'La verificación encontró {problems} problemas.'],
    en: ['Problems in the audit log', 'The verification found {problems} problems.'],
  },
  'endpoint.failing': {
    to: 'both',
    data: z.object({ target: z.string(), since: instant }),
    es: [
      'Un destino de avisos falla',
      'El destino {target} falla desde {since}.',
      'Si sigue así un día más, se deshabilitará.',
    ],
    en: [
      'A target of notices fails',
      'The target {target} fails since {since}.',
      'If that lasts another day, it will be disabled.',
    ],
  },
  'endpoint.disabled': {
    to: 'both',
    data: z.object({ target: z.string(), reason: z.string() }),
    es: [
      'Un destino de avisos se deshabilitó',
      'El destino {target} ya no recibe avisos ({reason}).',
      'Pruébelo y habilítelo cuando funcione de nuevo.',
    ],
    en: [
      'A target of notices was disabled',
      'The target {target} receives no more notices ({reason}).',
      'Test and enable it once it works again.',
    ],
  },
  test: {
    to: 'both',
    data: z.object({}),
    es: ['Aviso de prueba', 'Este aviso es una prueba. No hay nada que hacer.'],
    en: ['Test notice', 'This notice is a test. There is nothing to do.'],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type NoticeType = keyof typeof KINDS;
export type NoticeData<T extends NoticeType> = z.infer<(typeof KINDS)[T]['data']>;

export const NOTICE_TYPES = Object.keys(KINDS).filter(isNoticeType);

export function isNoticeType(text: string): text is NoticeType {
  return Object.hasOwn(KINDS, text);
}

/** Returns a row with the parts that only some kinds have. */
export function kindOf(type: NoticeType): Kind {
  return KINDS[type];
}
