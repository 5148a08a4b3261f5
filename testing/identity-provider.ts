import { parseArgs } from 'node:util';
import Provider, { type Configuration } from 'oidc-provider';

/**
 * An OpenID Connect provider, run by the tests as a process of its own. Whoever signs in there is
 * the e-mail address typed as the login; addresses that begin with `unverified` are not verified,
 * those that begin with `stale` signed in an hour ago, and those with `early` in an hour.
 */

const { port = '' } = parseArgs({ options: { port: { type: 'string' } } }).values;
const { CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env;

const configuration: Configuration = {
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

const provider = new Provider(`http://127.0.0.1:${port}`, configuration);
const { authTime } = provider.Session.prototype;
provider.Session.prototype.authTime = function otherHour() {
  const at = authTime.call(this);
  if (at === undefined) return at;
  if (this.accountId?.startsWith('early')) return at + 3600;
  return this.accountId?.startsWith('stale') ? at - 3600 : at;
};
provider.listen(Number(port), '127.0.0.1');
