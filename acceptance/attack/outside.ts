import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '@/lib/base/process/free-port';

/** Servers of others, which the app asks during an attack. */

/** Starts a DNS server that never answers. Needs the right to open port 53. */
export async function startSilentDns() {
  // Two runs at once do not meet.
  const address = `127.77.${randomInt(256)}.${randomInt(1, 255)}`;
  const socket = createSocket('udp4').bind(53, address);
  await once(socket, 'listening');
  return { address, close: async () => void socket.close() };
}

/** Starts a mail server that counts what it receives. */
export async function startMail() {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => {
        received += 1;
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => received,
    close: () => new Promise<void>((resolve) => void server.close(resolve)),
  };
}
