import { afterEach, expect, it, vi } from 'vitest';
import { isSameOrigin } from './same-origin';

const CONSOLE = 'https://console.example.gt';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['production', 'https://evil.example', 'evil.example', false],
  ['production', CONSOLE, 'evil.example', true],
  ['development', 'http://localhost:3000', 'localhost:3000', true],
  ['development', 'http://localhost:3000', '127.0.0.1:3000', false],
])('in %s takes a request of %s at host %s for its own: %s', (deployment, origin, host, own) => {
  vi.stubEnv('APP_ENV', deployment);
  vi.stubEnv('NEXTAUTH_URL', CONSOLE);
  expect(isSameOrigin(new Headers({ origin, host }))).toBe(own);
});
