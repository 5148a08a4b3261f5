import type { Prepared } from './job';

type Body = Prepared['requests'][number]['body'];

const OPENING = '{"a":';

const SHAPES: Readonly<Record<'nested' | 'wide' | 'form', (bytes: number) => string>> = {
  nested: (bytes) => {
    const depth = Math.floor(bytes / (OPENING.length + 1));
    return `${OPENING.repeat(depth)}1${'}'.repeat(depth)}`;
  },
  wide: (bytes) => `{${repeated(bytes, (number) => `"k${number}":${number}`).join(',')}}`,
  form: (bytes) => repeated(bytes, (number) => `k${number}=${number}`).join('&'),
};

/** Makes pieces of `bytes` in total, counting one separator for each. */
function repeated(bytes: number, piece: (number: number) => string): string[] {
  const pieces: string[] = [];
  for (let length = 0; length < bytes; length += (pieces.at(-1)?.length ?? 0) + 1) {
    pieces.push(piece(pieces.length));
  }
  return pieces;
}

export function bytesOf(body: Body): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : SHAPES[body.shape](body.bytes));
}
