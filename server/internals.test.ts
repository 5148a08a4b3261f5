import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { closePort, hasBegunAnswer, NEXT_VARIABLES, READ_IN, type WithParser } from './internals';

const next = dirname(createRequire(import.meta.url).resolve('next/package.json'));

it('Node has a parser for each connection, and notes an answer that has begun', async () => {
  const server = createServer();
  const client = connect(await listen(server), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [request, response] = await once(server, 'request');
  const socket: Socket & WithParser = request.socket;
  expect(socket.parser?.onIncoming).toBeTypeOf('function');
  expect(hasBegunAnswer(socket)).toBe(false);
  response.write('begun');
  expect(hasBegunAnswer(socket)).toBe(true);
  const closed = closePort(server);
  response.end();
  expect(String((await once(client, 'data'))[0])).toContain('200 OK');
  client.destroy();
  await closed;
});

it('Next is the version whose private parts were read, and reads the variables', () => {
  expect(JSON.parse(readFileSync(join(next, 'package.json'), 'utf8')).version).toBe(READ_IN.next);
  const folder = join(next, 'dist/server');
  const files = ['config.js', 'app-render/action-handler.js'];
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const missing = Object.values(NEXT_VARIABLES).filter((name) => !texts.includes(name));
  expect(missing).toEqual([]);
});

it('no other file of the server names a private part', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const others = files.filter((file) => /\.ts$/.test(file) && !/internals|\.test\.ts/.test(file));
  const naming = others.filter((file) =>
    /__NEXT|_httpMessage|\.onIncoming|NetServer|next\/dist\/(?!bin\/)/.test(
      readFileSync(join('server', file), 'utf8'),
    ),
  );
  expect(naming).toEqual([join('pages', 'router-state.ts')]);
});
