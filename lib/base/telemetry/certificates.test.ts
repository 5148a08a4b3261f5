import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { DAY_MS, SECOND_MS } from '@/lib/base/time/time';
import { watchCertificate } from './certificates';
import { Metrics } from './metrics';

const HOST = '127.0.0.1';

async function startTlsServer() {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-certificate-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3', '-subj', '/CN=any'];
  const files = ['-keyout', String(key), '-out', String(cert)];
  execFileSync('openssl', [...made, '-addext', `subjectAltName=IP:${HOST}`, ...files], {
    stdio: 'ignore',
  });
  const ca = readFileSync(String(cert), 'utf8');
  const server = createServer({ key: readFileSync(String(key)), cert: ca }, (socket) =>
    socket.end(),
  );
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const port = await freePort();
  await once(server.listen(port, HOST), 'listening');
  return { ca, port };
}

it('tells when the certificate of a server ends, and still refuses a wrong name', async () => {
  const { ca, port } = await startTlsServer();
  const address = { ca, port, host: HOST, checkServerIdentity: watchCertificate('registry') };
  await once(connect(address), 'secureConnect');
  const metrics = await new Metrics().read();
  const [ends] = metrics.find(({ name }) => name.includes('certificate'))?.values ?? [];
  expect(ends?.labels).toEqual({ server: 'registry' });
  const days = (Number(ends?.value) * SECOND_MS - Date.now()) / DAY_MS;
  expect(Math.round(days)).toBe(3);
  const [error] = await once(connect({ ...address, servername: 'other' }), 'error').then(
    (values) => values,
    (error: unknown) => [error],
  );
  expect(error).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});
