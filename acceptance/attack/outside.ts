import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Starts a DNS server that never answers. Needs the right to open port 53. */
export async function startSilentDns() {
  // Two runs at once do not meet.
  const address = `127.77.${randomInt(256)}.${randomInt(1, 255)}`;
  const socket = createSocket('udp4').bind(53, address);
  await once(socket, 'listening');
  return { address, close: async () => void socket.close() };
}
