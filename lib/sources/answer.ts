import type { SourceFailure } from '@/lib/contract/errors';

/**
 * What a source's answer comes to, in the gateway's words: the JSON to send, or why there is none.
 * `cause` is for the log alone.
 */
export type Answer =
  | { readonly kind: 'found'; readonly status: number; readonly body: string }
  | {
      readonly kind: 'failed';
      readonly failure: SourceFailure;
      readonly cause: string;
    }
  | { readonly kind: 'client_gone' };
