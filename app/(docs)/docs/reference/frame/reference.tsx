'use client';

import './reference.css';
import { useEffect, useRef, useState } from 'react';
import type { Language } from '@/lib/base/values/language';
import { fetchThroughPage, provideStorage } from './isolation';
import { mend, type Names } from './mend';

/** Global that the component's script defines. */
interface Scalar {
  createApiReference(at: Element, configuration: object): { destroy(): void };
}

declare global {
  interface Window {
    Scalar?: Scalar;
  }
}

const COMPONENT = '/docs/reference/component';

interface ReferenceProps {
  readonly language: Language;
  readonly loading: string;
  readonly failed: string;
  readonly names: Names;
}

/** Mounts the reference component, whose requests the page around this frame sends. */
export function Reference({ language, loading, failed, names }: ReferenceProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    let reference: { destroy(): void } | undefined;
    let unmend: (() => void) | undefined;
    let unmounted = false;
    component ??= loadComponent();
    component
      .then((scalar) => {
        if (unmounted) return;
        reference = scalar.createApiReference(at, configurationOf(language));
        unmend = mend(names);
        setState('ready');
      })
      .catch(() => {
        component = undefined;
        setState('failed');
      });
    return () => {
      unmounted = true;
      unmend?.();
      reference?.destroy();
    };
  }, [language, names]);
  return (
    <>
      <p className="notice" role="status" hidden={state === 'ready'}>
        {state === 'failed' ? failed : loading}
      </p>
      <div ref={place} />
    </>
  );
}

let component: Promise<Scalar> | undefined;

/** Runs the component's script: the policy lets our scripts add others of this host. */
function loadComponent(): Promise<Scalar> {
  provideStorage();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = COMPONENT;
    script.onload = () => {
      if (window.Scalar) resolve(window.Scalar);
      else reject(new Error(`${COMPONENT} defines nothing`));
    };
    script.onerror = () => reject(new Error(`${COMPONENT} did not run`));
    document.head.append(script);
  });
}

/** Leaves the languages of the guide's samples, one client each. */
const HIDDEN_CLIENTS =
  'c clojure dart fsharp go http js julia kotlin objc ocaml r ruby rust swift axios ofetch undici ' +
  'guzzle laravel httpie wget restmethod requests aiohttp httpx_sync httpx_async restsharp ' +
  'asynchttp okhttp unirest';

function configurationOf(language: Language): object {
  return {
    url: `/openapi.json?lang=${language}`,
    servers: [{ url: window.location.origin }],
    customFetch: fetchThroughPage,
    localization: { locale: language },
    theme: 'none',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hiddenClients: HIDDEN_CLIENTS.split(' '),
    hideSearch: true,
    hideClientButton: true,
    hideDarkModeToggle: true,
    persistAuth: false,
    defaultOpenAllTags: true,
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  };
}
