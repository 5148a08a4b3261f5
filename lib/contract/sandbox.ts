import { z } from 'zod';
import { LOOKUPS } from './lookups';
import rows from './sandbox.json' with { type: 'json' };

/** Answer of one lookup to a request about a sandbox identifier. */
const outcomeSchema = z.object({
  status: z.int(),
  /**
   * `found`, `registry` (the person registry's own failure, passed on) or the name of a failure.
   */
  outcome: z.string(),
});

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['taxpayer', 'reserved']),
  nit: z.string(),
  /** Null for a company. */
  cui: z.string().nullable(),
  /** Sent with the identifier to lookups that read it. */
  dateOfBirth: z.string().optional(),
  /** By lookup. A lookup that cannot ask about the identifier is missing. */
  outcomes: z.partialRecord(z.enum(LOOKUPS), outcomeSchema),
});

export type SandboxOutcome = z.infer<typeof outcomeSchema>;
export type SandboxRow = z.infer<typeof rowSchema>;

/**
 * The identifiers that the simulator knows. `npm run sandbox:table` generates them by asking the
 * simulator through the code that asks the real sources.
 */
export const sandboxRows: readonly SandboxRow[] = z.array(rowSchema).parse(rows);
