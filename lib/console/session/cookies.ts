/** Names and attributes of the console's cookies. Over HTTPS their names begin with `__Host-`. */

const PREFIX = '__Host-';

function isSecure(): boolean {
  return process.env.NEXTAUTH_URL?.startsWith('https:') ?? false;
}

/** Returns the name of a cookie. Over HTTPS no sibling domain can set a cookie of that name. */
export function cookieName(name: string): string {
  return isSecure() ? `${PREFIX}${name}` : name;
}

/** Returns the attributes of a cookie that scripts cannot read. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() } as const;
}
