import {
  catalogRtu,
  cuiNit,
  type LookupUnderTest,
  omisos,
  renap,
  rtu,
  somebody,
} from '@/cli/conformance/lookups';
import type { Asked } from '@/e2e/gateway/fixtures';
import { expect, open, test } from './fixtures';

/**
 * A request that is refused before its source leaves no record. By the name of the integration,
 * support reads how often and why it was refused, what was answered and what to do.
 */

/** Why something is refused, and what support answers. */
interface Reason {
  readonly text: string;
  readonly advice: string;
}

const THEIR_TURN = 'La corrección está del lado de la integración.';
const MISSING: Reason = {
  text: 'Falta el NIT o el CUI',
  advice: `${THEIR_TURN} Debe corregirse la solicitud según la documentación antes de repetirla.`,
};
const TOO_MANY: Reason = { ...MISSING, text: 'Demasiados NIT' };
const UNKNOWN: Reason = {
  text: 'Credenciales desconocidas',
  advice: `${THEIR_TURN} Deben enviarse los dos encabezados con el nombre y el token vigentes; si hay duda del token, un administrador puede rotarlo.`,
};
const DISABLED: Reason = {
  text: 'Consulta no habilitada',
  advice:
    'No hubo falla. Un administrador puede habilitarla; se aplica desde la próxima solicitud.',
};
const LIMITED: Reason = {
  text: 'Límite por minuto',
  advice: `${THEIR_TURN} Hay que esperar a que pase la ventana y repartir mejor las solicitudes.`,
};
const NO_BALANCE: Reason = {
  text: 'Sin saldo',
  advice: `${THEIR_TURN} Al recargar saldo las consultas vuelven a responder de inmediato.`,
};

const { nit, cui } = somebody;
const fiftyOne = Array.from({ length: 51 }, () => nit);
const wrongToken = { headers: { 'x-integracion-token': 'not-its-token' } };

type Row = readonly [LookupUnderTest, Reason, answer: string, Asked, times?: number];

/** Both limits are met right after all that a minute allows. */
const REFUSED: readonly Row[] = [
  [renap, MISSING, '400 CUI is required', { json: {} }, renap.quota],
  [renap, LIMITED, '429 Rate limit exceeded.', { json: {} }],
  [
    catalogRtu,
    MISSING,
    '400 Envia un NIT o un CUI para consultar.',
    { json: { nit: '  ' } },
    catalogRtu.quota,
  ],
  [catalogRtu, LIMITED, '429 Demasiadas consultas seguidas. Intenta en un minuto.', { json: {} }],
  [rtu, MISSING, '400 Array of NITs is required', { json: { nits: [] } }],
  [rtu, TOO_MANY, '400 Máximo 50 NITs por petición', { json: { nits: fiftyOne } }],
  [rtu, UNKNOWN, '403 Integration authentication required.', { json: {}, ...wrongToken }],
  [
    omisos,
    UNKNOWN,
    '401 Integración no encontrada con estas credenciales.',
    { json: {}, ...wrongToken },
  ],
];

/** To an integration without a lookup. */
const NOT_ENABLED: readonly Row[] = [
  [renap, DISABLED, '403 RENAP access not enabled.', { json: { cui } }],
  [rtu, DISABLED, '403 RTU access not enabled.', { json: { nits: [nit] } }],
  [
    omisos,
    DISABLED,
    '403 Esta consulta no esta habilitada para tu integracion.',
    { json: { nit } },
  ],
];

/** To an integration that is suspended. */
const SUSPENDED: readonly Row[] = [
  [
    catalogRtu,
    {
      text: 'Integración suspendida',
      advice:
        'No hubo falla. Un administrador puede reactivarla; se aplica desde la próxima solicitud.',
    },
    '401 Integración no encontrada con estas credenciales.La suspendió cli:tests:',
    { json: { nit } },
  ],
];

const WITHOUT_BALANCE: readonly Row[] = [
  [
    omisos,
    NO_BALANCE,
    '402 Tu integracion no tiene saldo disponible. Recarga para seguir consultando.',
    { json: { nit } },
  ],
];

test('refusals before the source are listed by the name of the integration', async ({
  page,
  office,
  api,
}) => {
  const askers = [
    { as: await api.integration(), rows: REFUSED },
    { as: await api.integration({ flags: [] }), rows: NOT_ENABLED },
    { as: await api.integration({ switches: { suspended: true } }), rows: SUSPENDED },
    { as: await api.integration({ saldo: 0n }), rows: WITHOUT_BALANCE },
  ];
  for (const { as, rows } of askers) {
    for (const [lookup, , , asked, times = 1] of rows) {
      for (let n = 0; n < times; n += 1) await api.ask(lookup, { as, ...asked });
    }
  }
  await api.ask(cuiNit, { json: { nit } });

  await office.open(page, 'soporte', '/console');
  const refusals = page
    .getByRole('region', { name: 'Rechazos antes de la fuente', exact: true })
    .last();
  for (const { as, rows } of askers) {
    // The app writes them every few seconds.
    await expect(async () => {
      await open(page, `/console/queries?integration=${as.nombre}`);
      for (const [lookup, { text, advice }, answer, , times = 1] of rows) {
        const row = refusals.getByRole('row').filter({ hasText: `${text}${answer}` });
        const [, which, who, count, , what] = await row.getByRole('cell').allTextContents();
        expect([which, count, what]).toEqual([lookup.name, String(times), advice]);
        expect(who).toContain(as.nombre);
      }
    }).toPass();
  }
  await expect(page.getByText('no se cobran y no dejan registro')).toBeVisible();
  await open(page, '/console/queries?lookup=cui-nit');
  const nobody = refusals.getByRole('row').filter({ hasText: 'Sin credenciales' }).first();
  await expect(nobody).toContainText('403 Se requieren credenciales de integracion.');
  await expect(nobody).toContainText('Sin nombre');
});
