import { localMinute } from '@/lib/base/time/guatemala';
import { fill, type Language } from '@/lib/base/values/language';
import { visible } from '@/lib/base/values/text';
import { isNoticeType, KINDS } from './kinds';

/** A notice in the words of a language. */
export interface Written {
  readonly subject: string;
  readonly sentences: readonly string[];
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Values that are codes, in the words of a language. */
const VALUES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  es: {
    day: 'del día',
    month: 'del mes',
    renap: 'del registro de personas',
    rtu: 'del registro tributario',
    catalogos: 'de los catálogos',
    gone: 'respondió 410',
    failing: 'falló cinco días',
    rejected: 'su servidor rechaza la dirección',
    cap_day: 'tope del día',
    cap_month: 'tope del mes',
    limit_renap: 'límite por minuto del registro de personas',
    limit_rtu: 'límite por minuto del registro tributario',
    limit_catalogos: 'límite por minuto de los catálogos',
    trusted_networks: 'redes de confianza',
    investigating: 'en investigación',
    identified: 'causa identificada',
    monitoring: 'en observación',
    resolved: 'resuelta',
    scheduled: 'programado',
    in_progress: 'en curso',
    completed: 'terminado',
  },
  en: {
    day: 'of the day',
    month: 'of the month',
    renap: 'of the person registry',
    rtu: 'of the taxpayer registry',
    catalogos: 'of the catalogs',
    gone: 'it answered 410',
    failing: 'it failed for five days',
    rejected: 'its server rejects the address',
    cap_day: 'cap of the day',
    cap_month: 'cap of the month',
    limit_renap: 'limit per minute of the person registry',
    limit_rtu: 'limit per minute of the taxpayer registry',
    limit_catalogos: 'limit per minute of the catalogs',
    trusted_networks: 'trusted networks',
    in_progress: 'in progress',
  },
};
/** Fields whose values are such codes. */
const CODED = ['period', 'source', 'reason', 'limits', 'state'];

const ZONE = { es: 'hora de Guatemala', en: 'Guatemala time' } as const;

/** Writes a notice. Leaves out each sentence that names a field which the data lack. */
export function write(type: string, data: unknown, language: Language): Written {
  if (!isNoticeType(type)) return { subject: type, sentences: [] };
  const values = Object.fromEntries(
    Object.entries(data ?? {}).map(([name, value]) => {
      const words = CODED.includes(name) ? VALUES[language] : {};
      const texts = [value].flat().map((one) => words[String(one)] ?? valueText(one, language));
      return [name, texts.join(', ')];
    }),
  );
  const [subject, ...sentences] = KINDS[type][language];
  return {
    subject,
    sentences: sentences.map((text) => fill(text, values)).filter((text) => !/\{\w+\}/.test(text)),
  };
}

function valueText(value: unknown, language: Language): string {
  const text = oneLine(String(value));
  if (!INSTANT.test(text)) return text;
  return `${localMinute(new Date(text)).replace('T', ' ')} (${ZONE[language]})`;
}

/** No line breaks or hidden characters, so that a value cannot pretend to be something else. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' '));
}
