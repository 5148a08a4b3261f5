import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { firstQuestion, LOOKUPS } from './lookups';
import { sampleOf } from './samples';

/** Syntax of PowerShell 7. Windows ships 5.1, which no machine of the tests has. */
const LATER =
  /-SkipHttpErrorCheck|-StatusCodeVariable|-ResponseHeadersVariable|-MaximumRetryCount|-Authentication|-AsHashtable|\?\?|&&|\|\||\?\.|ForEach-Object -Parallel|-Form\b|\s\?\s.*\s:\s/;

it.each(LOOKUPS)('the sample of %s in PowerShell needs nothing newer than 5.1', (lookup) => {
  for (const repeating of [false, true]) {
    const sample = sampleOf('powershell', firstQuestion(lookup), { repeating });
    expect(sample).not.toMatch(LATER);
    // Without them 5.1 asks Internet Explorer, and speaks TLS 1.0 to some servers.
    expect(sample).toContain('UseBasicParsing = $true');
    expect(sample).toContain("SecurityProtocol = 'Tls12'");
    expect(sample).not.toMatch(/[^\x20-\x7e\n]/);
  }
});

it.each(['$x ?? 1', 'a && b', 'Invoke-RestMethod -SkipHttpErrorCheck', '$a ? 1 : 2'])(
  'the rule knows %s as newer',
  (code) => expect(code).toMatch(LATER),
);

it('the curl sample with a key never repeats a 429', async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(429).end('wait');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, PASARELA_URL: `http://127.0.0.1:${port}` };
  const sample = sampleOf('curl', firstQuestion('cui-nit'), { repeating: true });
  const { stdout } = await promisify(execFile)('bash', ['-c', sample], { env });
  server.close();
  expect({ asked, stdout }).toEqual({ asked: 1, stdout: 'wait\n429\n' });
});
