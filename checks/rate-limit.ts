const MINUTE_SECONDS = '60';

/**
 * Reads the window per minute as the RateLimit and RateLimit-Policy fields tell it. `undefined`
 * unless both fields are there, well formed, and speak of the same minute.
 */
export function readRateLimit(headers: Readonly<Record<string, string>>) {
  const policies = itemsOf(headers['ratelimit-policy']);
  const policy = policies.find(({ parameters }) => parameters.get('w') === MINUTE_SECONDS);
  const state = itemsOf(headers.ratelimit).find(({ name }) => name === policy?.name);
  const quota = integer(policy?.parameters.get('q'));
  const remaining = integer(state?.parameters.get('r'));
  const resetSeconds = integer(state?.parameters.get('t'));
  if (quota === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined;
  return { quota, remaining, resetSeconds };
}

/** `"name";a=1;b=2, "other";a=3`: a list of structured fields with whole numbers. */
function itemsOf(field: string | undefined) {
  return (field ?? '').split(',').flatMap((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (!/^"[^"]*"$/.test(name)) return [];
    const pairs = parameters.map((parameter): [string, string] => {
      const [key = '', value = ''] = parameter.split('=', 2);
      return [key, value];
    });
    return [{ name, parameters: new Map(pairs) }];
  });
}

function integer(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
