import { settings } from '@/lib/base/env/settings';
import { consoleContext } from '@/lib/console/session/context';
import { listProofKeys } from '@/lib/keys/proof-keys';

export const dynamic = 'force-dynamic';

/** Serves the public keys (RFC 7517), retired ones included. */
export async function GET(): Promise<Response> {
  const keys = await listProofKeys(consoleContext().db, settings().proofSecrets);
  const published = keys.map(({ kid, publicKey, state }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid,
    x: publicKey.toString('base64url'),
    pasarela_status: state,
  }));
  return Response.json(
    { keys: published },
    {
      headers: {
        'content-type': 'application/jwk-set+json',
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
      },
    },
  );
}
