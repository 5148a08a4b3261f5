import { parseArgs } from 'node:util';
import { type Simulator, startSimulator } from './server';
import { wellKnown } from './well-known';

/** `npm run simulator`: the sources on `--port` of this machine; 0 takes any free port. */

const DEFAULT_PORT = '4010';

function greeting(simulator: Simulator): string {
  const { url, renapUrl, rtuUrl, catalogosUrl, webhookUrl, smtpUrl, tokens } = simulator;
  const { nit, cui, nombre } = wellKnown.individual;
  return `Simulated sources on ${url}

  RENAP_URL=${renapUrl} RENAP_TOKEN=${tokens.renap}
  RTU_URL=${rtuUrl} RTU_TOKEN=${tokens.rtu}
  CATALOGOS_URL=${catalogosUrl} CATALOGOS_TOKEN=${tokens.catalogos}
  SMTP_URL=${smtpUrl} MAIL_FROM=avisos@pasarela.localhost
Webhooks: ${webhookUrl}

Ask for NIT ${nit} or CUI ${cui} (${nombre}); docs/sandbox.md lists the others.
Faults, calls and the gate: ${url}/_control/`;
}

try {
  const options = { port: { type: 'string', default: DEFAULT_PORT } } as const;
  const simulator = await startSimulator(Number(parseArgs({ options }).values.port));
  console.log(greeting(simulator));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void simulator.close());
  }
} catch (error) {
  console.error(`simulator: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
