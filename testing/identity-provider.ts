import { createSign, generateKeyPairSync } from 'node:crypto';
import { parseArgs } from 'node:util';
import Provider, { type Configuration } from 'oidc-provider';

/**
 * An OpenID Connect provider, run by the tests as a process of its own. Whoever signs in there is
 * the e-mail address typed as the login; addresses that begin with `unverified` are not verified,
 * those that begin with `stale` signed in an hour ago, and those with `early` in an hour. The ID token
 * of those that begin with a name of {@link WRONG} has that claim, or another key's signature.
 */

const { port = '' } = parseArgs({ options: { port: { type: 'string' } } }).values;
const { CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env;

const ISSUER = `http://127.0.0.1:${port}`;
const WRONG: Readonly<Record<string, object>> = {
  audience: { aud: 'somebody-else' },
  issuer: { iss: 'http://127.0.0.1:1' },
  replayed: { nonce: 'of-another-sign-in' },
  forged: {},
  // As it was: shows that the others are refused for what is wrong with them.
  same: {},
};
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [key, strange] = [newKey(), newKey()];

const configuration: Configuration = {
  jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'tests', alg: 'RS256', use: 'sig' }] },
  clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [REDIRECT_URI] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  cookies: { keys: ['only-for-tests'] },
  pkce: { required: () => true },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      email: accountId,
      email_verified: !accountId.startsWith('unverified'),
    }),
  }),
};

const provider = new Provider(ISSUER, configuration);
const { authTime } = provider.Session.prototype;
provider.Session.prototype.authTime = function otherHour() {
  const at = authTime.call(this);
  if (at === undefined) return at;
  if (this.accountId?.startsWith('early')) return at + 3600;
  return this.accountId?.startsWith('stale') ? at - 3600 : at;
};
const { issue } = provider.IdToken.prototype;
provider.IdToken.prototype.issue = async function wrong(context) {
  const token = await issue.call(this, context);
  const name = Object.keys(WRONG).find((one) => String(this.available.sub).startsWith(`${one}-`));
  if (name === undefined) return token;
  const [header, payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...WRONG[name] };
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signer = createSign('RSA-SHA256').update(signed);
  return `${signed}.${signer.sign(name === 'forged' ? strange : key, 'base64url')}`;
};
provider.listen(Number(port), '127.0.0.1');
