const CURL = /curl -s (\S+) ((?:-H '[^']+' )+)-d '([^']+)'/g;

/** Sends the curl lines that a start printed, as they stand. */
export async function sendPrinted(output: string) {
  const calls = [...output.matchAll(CURL)].map(async ([, url = '', headers = '', body = '']) => {
    const pairs = [...headers.matchAll(/-H '([^:]+): ([^']+)'/g)];
    const response = await fetch(url, {
      method: 'POST',
      headers: pairs.map(([, name = '', value = '']): [string, string] => [name, value]),
      body,
    });
    return { path: new URL(url).pathname, status: response.status };
  });
  return Promise.all(calls);
}

/** Result of {@link sendPrinted} when every line works. */
export const WORKING = [
  { path: '/catalogos/cui-nit', status: 200 },
  { path: '/renap/buscar-cui', status: 200 },
  { path: '/rtu/nits', status: 200 },
];
