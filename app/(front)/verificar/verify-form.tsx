'use client';

import { type FormEvent, useEffect, useState } from 'react';
import type { Verification } from '@/lib/console/views/verify-proof';
import { Outcome, type OutcomeTexts } from './outcome';

/** Proof and answer that were checked, and the result. */
interface Checked {
  readonly proof: string;
  readonly answer: string;
  readonly result: Verification | 'failed';
}

/** Sends a proof with the digest of the answer's file, which the browser computes. */
export function VerifyForm({ texts, language }: OutcomeTexts) {
  const [proof, setProof] = useState('');
  const [digest, setDigest] = useState('');
  const [answer, setAnswer] = useState('');
  const [checked, setChecked] = useState<Checked>();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // A QR code or link carries the proof in the fragment, which reaches no log.
    const given = /^#c=([\w.-]+)$/.exec(window.location.hash)?.[1];
    if (given !== undefined) setProof(given);
  }, []);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPending(true);
    const result = await ask(new FormData(event.currentTarget));
    setChecked({ proof: proof.trim(), answer, result });
    setPending(false);
  };
  return (
    <>
      <form className="verify" method="post" action="/verificar/comprobar" onSubmit={submit}>
        <label>
          {texts.proof}
          <textarea
            name="constancia"
            rows={6}
            required
            spellCheck={false}
            value={proof}
            onChange={({ currentTarget }) => setProof(currentTarget.value)}
          />
        </label>
        <label>
          {texts.file}
          <input
            type="file"
            onChange={async ({ currentTarget: { files } }) => {
              const [file] = files ?? [];
              if (file === undefined) return;
              setDigest(await digestOf(file));
              setAnswer(await file.text());
            }}
          />
        </label>
        <label>
          {texts.sha256}
          <input
            name="sha256"
            value={digest}
            spellCheck={false}
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setDigest(currentTarget.value);
              setAnswer('');
            }}
          />
        </label>
        <label>
          {texts.identifiers}
          <input name="identificadores" spellCheck={false} autoComplete="off" />
        </label>
        <button type="submit" disabled={pending}>
          {pending ? texts.checking : texts.check}
        </button>
      </form>
      <div role="status">
        {checked?.result === 'failed' && <p className="headline bad">{texts.failed}</p>}
        {checked !== undefined && checked.result !== 'failed' && (
          <Outcome
            proof={checked.proof}
            answer={checked.answer}
            result={checked.result}
            texts={texts}
            language={language}
          />
        )}
      </div>
    </>
  );
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function ask(form: FormData): Promise<Checked['result']> {
  try {
    const answer = await fetch('/verificar/comprobar', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
    });
    return answer.ok ? await answer.json() : 'failed';
  } catch {
    return 'failed';
  }
}
