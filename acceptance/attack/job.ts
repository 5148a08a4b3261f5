import { z } from 'zod';

const request = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z
    .union([
      z.string(),
      /** Made by the attacker: a large body need not travel to it. */
      z.object({ shape: z.enum(['nested', 'wide', 'form']), bytes: z.int() }),
    ])
    .optional(),
  /** Sent in chunks, so that its length is not announced. */
  chunked: z.boolean().default(false),
});
export type AttackRequest = z.input<typeof request>;

/**
 * Work of each connection of an attacker. `repeat`: ask, read the answer, ask again. `once`: ask
 * and read the answer. `hold`: send a body less its last byte. `unread`: ask and never read.
 */
export const MANNERS = ['repeat', 'once', 'hold', 'unread'] as const;

export const attackJob = z.object({
  port: z.int(),
  /** Third byte of the attackers' addresses, 127.0.N.2 and up: each attack has fresh limits. */
  network: z.int(),
  /** Addresses over which the connections are spread. */
  addresses: z.int(),
  connections: z.int(),
  manner: z.enum(MANNERS),
  /** Connection `c` of `n` requests sends number `c % n`. */
  requests: z.array(request).min(1),
  /** Requests that an `unread` connection sends at once. */
  pipelined: z.int().default(1),
});
export type AttackJob = z.input<typeof attackJob>;
export type Prepared = z.output<typeof attackJob>;

/** Answers to the attackers: counts of statuses and errors. */
export const attackOutcomes = z.record(z.string(), z.int());
export type Outcomes = z.infer<typeof attackOutcomes>;
