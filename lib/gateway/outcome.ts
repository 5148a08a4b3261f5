import type { Answered, Failed } from '@/lib/sources/answer';

/** Result of a request to a lookup. */
export type Outcome = Answered | Failed;
