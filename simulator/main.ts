import { parseArgs } from 'node:util';
import { BEHAVIOURS } from './behaviours';
import { reservedIdentifiers } from './reserved';
import { type Simulator, startSimulator } from './server';
import { wellKnown } from './well-known';

const DEFAULT_PORT = 4010;

function fail(message: string, exitCode: number): never {
  console.error(message);
  process.exit(exitCode);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, host: { type: 'string' } },
    });
    const port = values.port === undefined ? DEFAULT_PORT : Number(values.port);
    if (values.port === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new Error(`--port must be a whole number from 0 to 65535, not '${values.port}'`);
    }
    return { port, host: values.host ?? '127.0.0.1' };
  } catch (error) {
    return fail(`simulator: ${error instanceof Error ? error.message : error}`, 2);
  }
}

function reasonOf(error: unknown, { host, port }: { host: string; port: number }): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `port ${port} of ${host} is taken; choose another with --port (0 takes any free one)`;
  }
  return error instanceof Error ? error.message : String(error);
}

function greeting({ url, renapUrl, rtuUrl, catalogosUrl, tokens }: Simulator): string {
  const { individual, company, defaulter, coerced, noAffiliations, unknown } = wellKnown;
  const faults = reservedIdentifiers.map(
    ({ nit, cui, id }) => `  ${nit.padEnd(10)} ${cui}  ${BEHAVIOURS[id].description}`,
  );
  return [
    `Simulated sources on ${url}`,
    '',
    `  RENAP_URL=${renapUrl} RENAP_TOKEN=${tokens.renap}`,
    `  RTU_URL=${rtuUrl} RTU_TOKEN=${tokens.rtu}`,
    `  CATALOGOS_URL=${catalogosUrl} CATALOGOS_TOKEN=${tokens.catalogos}`,
    '',
    'Some to try (NIT, CUI):',
    `  ${individual.nit.padEnd(10)} ${individual.cui}  ${individual.nombre}`,
    `  ${company.nit.padEnd(10)} ${''.padEnd(13)}  ${company.nombre}`,
    `  ${defaulter.nit.padEnd(10)} ${defaulter.cui}  unfiled obligations`,
    `  ${coerced.nit.padEnd(10)} ${coerced.cui}  coercive collection process`,
    `  ${noAffiliations.nit.padEnd(10)} ${noAffiliations.cui}  affiliated to no tax`,
    `  ${unknown.nit.padEnd(10)} ${unknown.cui}  nobody`,
    '',
    'Reserved, each for one behaviour:',
    ...faults,
    '',
    `Faults, calls and the gate: ${url}/_control/`,
  ].join('\n');
}

const wanted = readArguments();
try {
  const simulator = await startSimulator(wanted);
  console.log(greeting(simulator));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close());
  }
} catch (error) {
  fail(`simulator: ${reasonOf(error, wanted)}`, 1);
}
