import { expect, it } from 'vitest';
import { CircuitBreaker, type CircuitState, FAILURES_TO_OPEN, OPEN_MS } from './circuit-breaker';

function breakerAt(clock: { now: number }) {
  const states: CircuitState[] = [];
  const breaker = new CircuitBreaker({
    onChange: (state) => states.push(state),
    now: () => clock.now,
  });
  const fail = (times: number) => {
    for (let n = 0; n < times; n += 1) breaker.report('unreachable', false);
  };
  return { breaker, states, fail };
}

function openBreaker() {
  const clock = { now: 0 };
  const opened = breakerAt(clock);
  opened.fail(FAILURES_TO_OPEN);
  clock.now = OPEN_MS;
  return { clock, ...opened };
}

it('opens after so many failures in a row, and one answer starts the count again', () => {
  const { breaker, states, fail } = breakerAt({ now: 0 });
  fail(FAILURES_TO_OPEN - 1);
  breaker.report('answered', false);
  fail(FAILURES_TO_OPEN - 1);
  expect([breaker.admit(), states]).toEqual(['closed', []]);
  fail(1);
  expect([breaker.admit(), states]).toEqual(['open', ['open']]);
});

it('does not open on clients that hang up', () => {
  const { breaker } = breakerAt({ now: 0 });
  for (let n = 0; n < FAILURES_TO_OPEN * 2; n += 1) breaker.report('not_asked', false);
  expect(breaker.admit()).toBe('closed');
});

it('half-opens with a single query, which closes it when the source answers', () => {
  const { clock, breaker, states } = openBreaker();
  clock.now = OPEN_MS - 1;
  expect(breaker.admit()).toBe('open');
  clock.now = OPEN_MS;
  expect([breaker.admit(), breaker.admit(), breaker.state]).toEqual(['probe', 'open', 'half_open']);
  breaker.report('answered', true);
  expect([breaker.admit(), states]).toEqual(['closed', ['open', 'half_open', 'closed']]);
});

it('opens again when the single query fails, and for as long', () => {
  const { clock, breaker } = openBreaker();
  breaker.admit();
  breaker.report('unreachable', true);
  clock.now = OPEN_MS * 2 - 1;
  expect(breaker.admit()).toBe('open');
  clock.now = OPEN_MS * 2;
  expect(breaker.admit()).toBe('probe');
});

it('sends another single query at once when the one before did not reach the source', () => {
  const { breaker } = openBreaker();
  breaker.admit();
  breaker.report('not_asked', true);
  expect(breaker.admit()).toBe('probe');
});

it('closes when a query from before it opened is answered, and stays closed', () => {
  const { breaker } = openBreaker();
  breaker.admit();
  breaker.report('answered', false);
  breaker.report('not_asked', true);
  expect(breaker.admit()).toBe('closed');
});

it('forgets the failures of queries from before it opened', () => {
  const { breaker, fail } = openBreaker();
  fail(5);
  expect(breaker.admit()).toBe('probe');
});
