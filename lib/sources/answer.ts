import type { Failure } from '@/lib/contract/errors';

/** What a source's answer comes to, in the gateway's words. `cause` is for the log alone. */
export type Answer =
  | { readonly kind: 'found'; readonly status: number; readonly body: unknown }
  | {
      readonly kind: 'failed';
      readonly failure: Extract<Failure, `source_${string}`>;
      readonly cause: string;
    }
  | { readonly kind: 'client_gone' };
