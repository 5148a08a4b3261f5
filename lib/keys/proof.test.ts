import fc from 'fast-check';
import { base64url, compactVerify, importJWK } from 'jose';
import { expect, it } from 'vitest';
import {
  checkProof,
  digestOf,
  matchIdentifiers,
  type PublishedKey,
  proofKeyOf,
  proofSigner,
} from './proof';

const ISSUER = 'https://pasarela.example';
const SECRET = 'a secret of proofs, long enough for its purpose';
const facts = {
  jti: '019ab7c2-5d00-7000-8000-000000000001',
  int: 'acme',
  con: 'omisos',
  cnt: 'found',
} as const;
const who = ['48217638'];
const sign = proofSigner(SECRET, ISSUER);

function published(secret: string, state: PublishedKey['state'] = 'signing'): PublishedKey {
  const { kid, publicKey } = proofKeyOf(secret);
  return { kid, publicKey, state };
}
const keys = [published('another secret that signed before it'), published(SECRET)];

it('a proof of any body verifies here and with jose, and is of that body alone', async () => {
  const x = base64url.encode(proofKeyOf(SECRET).publicKey);
  const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (body) => {
      const proof = sign(facts, who, body);
      const { payload, protectedHeader } = await compactVerify(proof, key);
      const { res } = JSON.parse(new TextDecoder().decode(payload));
      const checked = checkProof(proof, keys, ISSUER);
      expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'constancia+jwt' });
      expect(checked).toMatchObject({ key: { state: 'signing' }, payload: { ...facts, res } });
      expect([checked.fault, res]).toEqual([undefined, digestOf(Buffer.from(body, 'utf8'))]);
      expect(digestOf(`${body} `)).not.toBe(res);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['found', 'found'],
  ['found_partial', 'partial'],
  ['found_empty', 'empty'],
  ['unreadable', 'unreadable'],
])('a proof that says %s is of an answer that is %s', (cnt, content) => {
  const proof = sign({ ...facts, ...JSON.parse(`{"cnt":"${cnt}"}`) }, who, '{}');
  expect(checkProof(proof, keys, ISSUER).payload?.cnt).toBe(content);
});

it('a proof with one bit changed anywhere does not hold', () => {
  const bytes = Buffer.from(sign(facts, who, '{}'));
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const { fault } = checkProof(changed.toString('latin1'), keys, ISSUER);
    expect(fault, `bit ${bit}`).toBeDefined();
  }
});

it('a proof of another deployment, another key or no proof at all does not hold', () => {
  const elsewhere = proofSigner(SECRET, 'https://other.example')(facts, who, '{}');
  expect(checkProof(elsewhere, keys, ISSUER).fault).toBe('other_issuer');
  const forged = proofSigner('the secret of somebody else, also long', ISSUER)(facts, who, '{}');
  expect(checkProof(forged, keys, ISSUER).fault).toBe('unknown_key');
  const none = Buffer.from('{"alg":"none","typ":"constancia+jwt","kid":"x"}').toString('base64url');
  const [, payload] = sign(facts, who, '{}').split('.');
  const unnamed = sign({ ...facts, jti: 'no id' }, who, '{}');
  const texts = ['', 'a.b', `${none}.${payload}.`, `${sign(facts, who, '{}')}.x`, unnamed];
  for (const text of texts) {
    expect(checkProof(text, keys, ISSUER).fault, text).toBe('malformed');
  }
});

it('a proof is of the identifiers as they were sent, which it does not tell without the secret', () => {
  const proof = sign(facts, ['48217638', '1234567'], '{}');
  const checked = checkProof(proof, keys, ISSUER);
  const match = (...given: string[]) => matchIdentifiers(checked, given, ['another one', SECRET]);
  expect(match('48217638', '1234567')).toBe('same');
  expect([match('48217638'), match('1234567', '48217638'), match('482176381234567')]).toEqual(
    Array(3).fill('other'),
  );
  expect(match()).toBe('not_given');
  expect(matchIdentifiers(checked, ['48217638'], ['another one'])).toBe('unknown');
  expect(Buffer.from(checked.payload?.ids ?? '', 'base64url')).toHaveLength(16);
});
