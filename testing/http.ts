import { Client, type Dispatcher } from 'undici';
import { type Credentials, credentials } from './requests';

/** An answer read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: unknown;
}

/** One lookup on a connection of its own, closed afterwards. */
export async function ask(
  baseUrl: string,
  path: string,
  as: Credentials,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const client = new Client(baseUrl);
  try {
    const response = await client.request({
      method: 'POST',
      path,
      headers: {
        'content-type': 'application/json',
        ...credentials(as),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const { statusCode: status } = response;
    return { status, headers: response.headers, body: await response.body.json() };
  } finally {
    await client.close();
  }
}
