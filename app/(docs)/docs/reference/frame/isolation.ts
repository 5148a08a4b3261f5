import type { FrameRequest, PageAnswer } from '@/app/(docs)/docs/reference/channel';

/** Replaces what browsers deny to the component, whose document has no origin. */

let lastId = 0;

/** Sends a request through the page that holds this frame. */
export async function fetchThroughPage(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  lastId += 1;
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  const message: FrameRequest = { id: lastId, method, url, headers, body: await request.text() };
  const { answer } = await askPage(message);
  if (answer === undefined) throw new TypeError('The request was not sent.');
  return new Response(answer.body, answer);
}

function askPage(message: FrameRequest): Promise<PageAnswer> {
  return new Promise((resolve) => {
    const listen = ({ source, data }: MessageEvent<PageAnswer>) => {
      if (source !== window.parent || data.id !== message.id) return;
      window.removeEventListener('message', listen);
      resolve(data);
    };
    window.addEventListener('message', listen);
    window.parent.postMessage(message, window.location.origin);
  });
}

/** Replaces the browser's storage, which throws here. The values last as long as the document. */
export function provideStorage(): void {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { value: storage });
  }
}
