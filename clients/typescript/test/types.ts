import type { CuiNitResultado } from '@pasarela/client';
import { createClient, type PasarelaError, type Result, unwrap } from '@pasarela/client';

/** Compiled by the tests, never run: what the types promise and what they refuse. */
const client = createClient({ baseUrl: 'https://api.example.gt', login: 'a', token: 'b' });

export async function promises(): Promise<string | null> {
  const result: Result<CuiNitResultado> = await client.lookupCuiNit({ nit: '1' });
  if (!result.ok) return describe(result.error);
  const { tipoPersona } = result.data;
  const known: 'individual' | 'juridica' | null = tipoPersona;
  return known ?? unwrap(await client.lookupCuiNit({ cui: '1', actualizado: true })).nombre;
}

/** A closed union: a kind that is not listed does not compile. */
function describe({ kind }: PasarelaError): string {
  switch (kind) {
    case 'timeout':
    case 'aborted':
    case 'network':
    case 'unexpected_answer':
      return 'no answer of the contract';
    case 'rate_limited':
    case 'unavailable':
    case 'key_conflict':
      return 'later';
    case 'server_error':
      return 'ask';
    case 'bad_request':
    case 'unauthorized':
    case 'payment_required':
    case 'forbidden':
    case 'not_found':
    case 'method_not_allowed':
    case 'too_large':
    case 'key_reused':
      return 'as told';
    default:
      return kind satisfies never;
  }
}

export function refused(): void {
  // @ts-expect-error neither NIT nor CUI
  void client.lookupCuiNit({});
  // @ts-expect-error a batch is an array
  void client.searchRtuByNits({ nits: '1' });
  // @ts-expect-error the registries charge nothing
  void client.searchRenapByCui({ cui: '1' }, { idempotencyKey: 'k' });
}
