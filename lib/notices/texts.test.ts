import { expect, it } from 'vitest';
import { LANGUAGES } from '@/lib/base/values/language';
import { serviceTexts } from '@/texts/service';
import { isNoticeType, kindOf, NOTICE_TYPES } from './kinds';
import { letterOf, linkLetter } from './mail';
import { STATUSES, write } from './texts';

const AT = new Date('2026-11-23T18:05:00Z');
const LINKS = {
  base: 'https://pasarela.example.gt',
  isStaff: false,
  unsubscribe: 'https://pasarela.example.gt/avisos/baja?t=1.x',
  support: { email: 'ayuda@pasarela.gt', phone: '2222-0000', hours: 'de 8 a 17' },
};

const fieldsIn = (texts: readonly string[]) =>
  [...texts.join(' ').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

it.each(NOTICE_TYPES)(
  'the texts of %s name fields of its data, the same in both languages',
  (type) => {
    const known = [...Object.keys(kindOf(type).data.shape), ...Object.keys(STATUSES)];
    const [es, en] = LANGUAGES.map((language) => fieldsIn(serviceTexts[language].notices[type]));
    expect(es).toEqual(en);
    expect(es?.filter((name) => !known.includes(name))).toEqual([]);
  },
);

it('names no status of an answer but those of the contract', () => {
  const texts = LANGUAGES.map((language) => JSON.stringify(serviceTexts[language].notices));
  expect(texts.join(' ').match(/\b[1-5]\d\d\b/g)).toBeNull();
});

it('ends episodes with types that exist', () => {
  const ends = NOTICE_TYPES.flatMap((type) => kindOf(type).end ?? []);
  expect(ends.filter((end) => !isNoticeType(end))).toEqual([]);
});

it('leaves out what the data lack, and writes instants in Guatemala time', () => {
  const low = { integration: 'acme', available: '12.50' };
  expect(write('balance.low', low, 'es').sentences).toEqual(['Quedan Q 12.50 disponibles.']);
  const change = { integration: 'acme', tariff: '0.75', from: AT.toISOString() };
  expect(write('tariff.scheduled', change, 'en').sentences).toEqual([
    'From 2026-11-23 12:05 (Guatemala time) each query with a charge will cost Q 0.75.',
  ]);
  const cap = { integration: 'acme', period: 'day', cap: '5.00' };
  expect(write('cap.reached', cap, 'es').sentences[0]).toBe(
    'Otra consulta con cobro pasaría del tope del día, de Q 5.00.',
  );
});

it('escapes what people wrote, in the text and in HTML', () => {
  const data = { title: '<b>Corte</b>\r\nBcc: a@b.gt \u202e', state: 'resolved' };
  const message = { id: '1', type: 'incident.posted', occurredAt: AT, data };
  const { subject, text, html } = letterOf([message], 'es', LINKS);
  expect(subject).toBe('Novedad en el estado del servicio');
  expect(text).toContain('<b>Corte</b> Bcc: a@b.gt ⟨U+202E⟩: resuelta.');
  expect(html).not.toContain('<b>');
});

it('links to the page that explains each notice, nowhere outside the service, and names who helps', () => {
  const message = (type: string) => ({ id: type, type, occurredAt: AT, data: {} });
  const { html, text } = letterOf([message('balance.low'), message('source.down')], 'es', LINKS);
  expect(text).toContain(
    'Ver en Pasarela (Saldo bajo): https://pasarela.example.gt/integracion/saldo',
  );
  expect(text).toContain('https://pasarela.example.gt/estado');
  const { base, support } = LINKS;
  const confirm = linkLetter('confirm', `${base}/avisos/confirmar?c=x`, {
    language: 'es',
    support,
  });
  for (const [, to = ''] of (html + confirm.html).matchAll(/(?:href|src)="([^"]+)"/g)) {
    expect(to.startsWith(LINKS.base)).toBe(true);
  }
  for (const letter of [text, html, confirm.text, confirm.html]) {
    expect(letter).toContain('Escriba a ayuda@pasarela.gt o llame al 2222-0000 (de 8 a 17).');
  }
});
