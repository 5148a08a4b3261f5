import type { Charge, Contact, Retry } from '@/lib/contract/failures';
/** The figures that stand in the texts; each deployment has its own. */
export interface Quotas {
  /** Per address and 15 minutes. */
  readonly global: number;
  /** Per integration and minute. */
  readonly renap: number;
  readonly rtu: number;
  readonly catalogos: number;
}

interface TagTexts {
  /** What tools show instead of the name, which stands in addresses. */
  readonly 'x-displayName': string;
  readonly description: string;
}

/** Every text of the OpenAPI document in one language. */
export interface ContractTexts {
  readonly title: string;
  readonly summary: string;
  /** Markdown, as every description. */
  readonly description: (quotas: Quotas) => string;
  readonly contact: string;
  readonly license: string;
  readonly server: string;
  readonly tags: { readonly registries: TagTexts; readonly catalogs: TagTexts };
  readonly security: { readonly login: string; readonly token: string };
  readonly parameters: { readonly requestId: string; readonly idempotencyKey: string };
  readonly headers: {
    readonly requestId: string;
    readonly cacheControl: string;
    readonly rateLimit: string;
    readonly rateLimitPolicy: string;
    readonly allow: string;
    readonly idempotencyReplayed: string;
    /** The three of a receipt. */
    readonly queryId: string;
    readonly charged: string;
    readonly available: string;
  };
  /** One line about who may ask, how often and at what price. */
  readonly terms: (flag: string, quota: number, family: string, billed: boolean) => string;
  readonly requestBody: string;
  readonly success: string;
  /** The person registry's own statuses. */
  readonly registryStatus: { readonly success: string; readonly failure: string };
  readonly charge: Readonly<Record<Charge | 'yes', string>>;
  readonly retry: Readonly<Record<Retry, string>>;
  readonly contactWhom: Readonly<Record<Contact, string>>;
}

/** Starts a sentence with a word. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
