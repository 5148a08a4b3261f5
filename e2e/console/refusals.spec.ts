import {
  catalogs,
  cuiNit,
  type LookupUnderTest,
  renap,
  rtu,
  somebody,
} from '@/cli/conformance/lookups';
import type { Asked } from '@/e2e/gateway/fixtures';
import type { TestIntegrationOptions } from '@/testing/integration';
import { apiTest as test } from './api';
import { expect, open, signIn } from './fixtures';

/**
 * What never reaches its source leaves no record: from the name that an integrator tells, support
 * reads how often it was refused, why, what was answered and what to do.
 */

interface Refused {
  readonly lookup: LookupUnderTest;
  /** The integration that asks; the usual one without it. */
  readonly of?: TestIntegrationOptions;
  readonly asked: Asked;
  /** How often: the last time is the one that is refused. */
  readonly times?: number;
  readonly reason: string;
  readonly answer: string;
  readonly advice: string;
}

const [, catalogRtu, omisos] = catalogs;
const nit = { nit: somebody.nit };
const integratorsTurn = 'La corrección está del lado de la integración.';
const fixRequest = `${integratorsTurn} Debe corregirse la solicitud según la documentación antes de repetirla.`;
const fixCredentials = `${integratorsTurn} Deben enviarse los dos encabezados con el nombre y el token vigentes; si hay duda del token, un administrador puede rotarlo.`;
const askEnabling = `No hubo falla. Un administrador puede habilitarla; se aplica desde la próxima solicitud.`;
const slowDown = `${integratorsTurn} Hay que esperar a que pase la ventana y repartir mejor las solicitudes.`;
const topUp = `${integratorsTurn} Al recargar saldo las consultas vuelven a responder de inmediato.`;

const wrongToken = { headers: { 'x-integracion-token': 'not-its-token' } };

/** Contract, 'Errors': the rows whose query does not reach a source. */
const ROWS: readonly Refused[] = [
  {
    lookup: renap,
    asked: { json: {} },
    reason: 'Falta el NIT o el CUI',
    answer: '400 CUI is required',
    advice: fixRequest,
  },
  {
    lookup: rtu,
    asked: { json: { nits: [] } },
    reason: 'Falta el NIT o el CUI',
    answer: '400 Array of NITs is required',
    advice: fixRequest,
  },
  {
    lookup: rtu,
    asked: { json: { nits: Array.from({ length: 51 }, () => somebody.nit) } },
    reason: 'Demasiados NIT',
    answer: '400 Máximo 50 NITs por petición',
    advice: fixRequest,
  },
  {
    lookup: rtu,
    asked: { json: { nits: [somebody.nit] }, ...wrongToken },
    reason: 'Credenciales desconocidas',
    answer: '403 Integration authentication required.',
    advice: fixCredentials,
  },
  {
    lookup: renap,
    of: { flags: [] },
    asked: { json: { cui: somebody.cui } },
    reason: 'Consulta no habilitada',
    answer: '403 RENAP access not enabled.',
    advice: askEnabling,
  },
  {
    lookup: rtu,
    of: { flags: [] },
    asked: { json: { nits: [somebody.nit] } },
    reason: 'Consulta no habilitada',
    answer: '403 RTU access not enabled.',
    advice: askEnabling,
  },
  {
    lookup: renap,
    // Whatever is sent spends from the limit, so that nothing reaches the source before.
    asked: { json: {} },
    times: renap.quota + 1,
    reason: 'Límite por minuto',
    answer: '429 Rate limit exceeded.',
    advice: slowDown,
  },
  {
    lookup: cuiNit,
    asked: { json: { nit: '  ' } },
    reason: 'Falta el NIT o el CUI',
    answer: '400 Envia un NIT o un CUI para consultar.',
    advice: fixRequest,
  },
  {
    lookup: catalogRtu,
    asked: { json: nit, ...wrongToken },
    reason: 'Credenciales desconocidas',
    answer: '401 Integración no encontrada con estas credenciales.',
    advice: fixCredentials,
  },
  {
    lookup: catalogRtu,
    of: { switches: { suspended: true } },
    asked: { json: nit },
    reason: 'Integración suspendida',
    answer: '401 Integración no encontrada con estas credenciales.La suspendió cli:tests: ',
    advice:
      'No hubo falla. Un administrador puede reactivarla; se aplica desde la próxima solicitud.',
  },
  {
    lookup: omisos,
    of: { saldo: 0n },
    asked: { json: nit },
    reason: 'Sin saldo',
    answer: '402 Tu integracion no tiene saldo disponible. Recarga para seguir consultando.',
    advice: topUp,
  },
  {
    lookup: omisos,
    of: { flags: [] },
    asked: { json: nit },
    reason: 'Consulta no habilitada',
    answer: '403 Esta consulta no esta habilitada para tu integracion.',
    advice: askEnabling,
  },
  {
    lookup: catalogRtu,
    asked: { json: {} },
    times: catalogRtu.quota + 1,
    reason: 'Límite por minuto',
    answer: '429 Demasiadas consultas seguidas. Intenta en un minuto.',
    advice: slowDown,
  },
];

test('what was refused before its source is found by the name of who was refused', async ({
  page,
  office,
  api,
}) => {
  test.slow();
  const made = [];
  for (const row of ROWS) {
    const as = await api.integration(row.of);
    for (let time = 0; time < (row.times ?? 1); time += 1)
      await api.ask(row.lookup, { as, ...row.asked });
    made.push({ ...row, nombre: as.nombre });
  }
  await api.ask(cuiNit, { json: nit });

  await signIn(page, await office.person('soporte'));
  const refusals = page
    .getByRole('region', { name: 'Rechazos antes de la fuente', exact: true })
    .last();
  for (const { lookup, nombre, reason, answer, advice } of made) {
    const line = refusals.getByRole('row').filter({ hasText: reason });
    // They are written every few seconds.
    await expect(async () => {
      await open(page, `/console/queries?integration=${nombre}`);
      await expect(line).toHaveCount(1, { timeout: 1_000 });
    }).toPass();
    const [why, which, who, times, , what] = await line.getByRole('cell').allTextContents();
    expect({ why, which, who, times, what }).toEqual({
      why: expect.stringContaining(`${reason}${answer}`),
      which: lookup.name,
      who: expect.stringContaining(nombre),
      times: '1',
      what: advice,
    });
  }
  await expect(page.getByText('no se cobran y no dejan registro')).toBeVisible();

  await test.step('and who gave no name is told apart', async () => {
    await open(page, '/console/queries?lookup=cui-nit');
    const nobody = refusals.getByRole('row').filter({ hasText: 'Sin credenciales' }).first();
    await expect(nobody).toContainText('403 Se requieren credenciales de integracion.');
    await expect(nobody).toContainText('Sin nombre');
  });
});
