import type { Answered, Failed } from '@/lib/sources/answer';

/** How a lookup ends. */
export type Outcome = Answered | Failed;
