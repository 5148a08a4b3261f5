'use client';

import './component-frame.css';
import { useEffect, useRef, useState } from 'react';
import type { Language } from '@/lib/base/values/language';
import type { FrameRequest, PageAnswer } from './channel';

interface ComponentFrameProps {
  readonly language: Language;
  readonly title: string;
  readonly lookups: readonly string[];
}

/**
 * Shows the reference component in a frame without an origin (`proxy.ts`), so that it cannot act as a
 * signed-in user. Of its requests only those to the lookups and for the OpenAPI document are sent,
 * without cookies.
 */
export function ComponentFrame({ language, title, lookups }: ComponentFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const document = `/openapi.json?lang=${language}`;
    const listen = async ({ source, data }: MessageEvent<FrameRequest>) => {
      const { current } = frame;
      if (current === null || source !== current.contentWindow) return;
      const sent = await send(data, { document, lookups });
      // A document without an origin cannot be named as the recipient.
      current.contentWindow?.postMessage(sent, '*');
    };
    // The fragment, which names an operation, never reaches the server.
    const show = () => setSource(`/docs/reference/frame?lang=${language}${window.location.hash}`);
    show();
    window.addEventListener('message', listen);
    window.addEventListener('hashchange', show);
    return () => {
      window.removeEventListener('message', listen);
      window.removeEventListener('hashchange', show);
    };
  }, [language, lookups]);
  if (source === undefined) return null;
  return (
    <iframe ref={frame} className="component" src={source} title={title} allow="clipboard-write" />
  );
}

interface Allowed {
  readonly document: string;
  readonly lookups: readonly string[];
}

async function send(request: FrameRequest, { document, lookups }: Allowed): Promise<PageAnswer> {
  const { id, method, headers, body } = request;
  const path = [document, ...lookups].find(
    (one) => `${window.location.origin}${one}` === request.url,
  );
  if (path === undefined) return { id };
  const isLookup = path !== document;
  try {
    const answer = await fetch(path, {
      credentials: 'omit',
      redirect: 'error',
      ...(isLookup ? { method, headers, body } : {}),
    });
    const { status, statusText } = answer;
    const fields = Object.fromEntries(answer.headers);
    return { id, answer: { status, statusText, headers: fields, body: await answer.text() } };
  } catch {
    return { id };
  }
}
