import { relative } from 'node:path';
import type { Demonstration } from '@/db/seed';
import { accountsLacked, type Settings } from '@/lib/base/env/env';
import type { PagesState } from '@/lib/gateway/health';
import { wellKnown } from '@/simulator/well-known';
import { dataFolder } from './paths';
import { baseUrl } from './port';

interface Started {
  readonly settings: Settings;
  readonly seeded: Demonstration | undefined;
  readonly embedded: boolean;
  readonly isBuilding: boolean;
}

/** Prints where Pasarela listens and commands to try. */
export function printBanner({ settings, seeded, embedded, isBuilding }: Started): void {
  const base = baseUrl(settings.host, settings.port);
  const lines = [
    `Pasarela (${settings.deployment}) listens on ${base}`,
    `  database: ${embedded ? `embedded PostgreSQL under ${relative(process.cwd(), dataFolder) || dataFolder}` : 'DATABASE_URL'}`,
    `  sources:  ${accountsLacked(settings).length > 0 ? 'the bundled simulator' : 'from the environment'}`,
  ];
  if (seeded !== undefined) lines.push('', ...demonstrationLines(base, seeded));
  if (isBuilding) {
    const pages = settings.serves === 'all' ? 'Lookups answer now. ' : '';
    lines.push('', `${pages}The pages are being built, which takes a minute or two:`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Prints how the building of the pages ended. */
export function printPagesEnd({ host, port }: Settings, state: PagesState | undefined): void {
  const base = baseUrl(host, port);
  const end =
    state === 'ready' ? `The pages are ready: ${base}/login` : 'There are no pages: see above.';
  process.stdout.write(`${end}\n`);
}

function demonstrationLines(base: string, { administrator, integrations }: Demonstration) {
  const [first] = integrations;
  const lines = ['Demonstration credentials:'];
  for (const { nombre, token, about } of integrations) {
    lines.push(`  ${nombre.padEnd(18)} ${token}  ${about}`);
  }
  lines.push(`  console: ${administrator.email}  password: ${administrator.password}`);
  if (first === undefined) return lines;
  const { nit, cui } = wellKnown.individual;
  const call = (path: string, body: object) =>
    `curl -s ${base}${path} -H 'content-type: application/json' ` +
    `-H 'x-integracion-login: ${first.nombre}' -H 'x-integracion-token: ${first.token}' ` +
    `-d '${JSON.stringify(body)}'`;
  return [
    ...lines,
    '',
    'Try:',
    `  ${call('/catalogos/cui-nit', { nit })}`,
    `  ${call('/renap/buscar-cui', { cui })}`,
    `  ${call('/rtu/nits', { nits: [nit] })}`,
  ];
}
