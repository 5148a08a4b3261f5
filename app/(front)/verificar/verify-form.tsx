'use client';

import { type FormEvent, useEffect, useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '@/lib/base/values/language';
import type { Verification } from '@/lib/console/verify-proof';

type Texts = Readonly<Record<string, string>>;
type Result = Verification | 'failed';

interface VerifyFormProps {
  readonly texts: Texts;
  readonly language: Language;
}

/** Sends a proof with the digest of the answer's file, which the browser computes. */
export function VerifyForm({ texts, language }: VerifyFormProps) {
  const [proof, setProof] = useState('');
  const [digest, setDigest] = useState('');
  const [result, setResult] = useState<Result>();
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // A QR code or link carries the proof in the fragment, which reaches no log.
    const given = /^#c=([\w.-]+)$/.exec(window.location.hash)?.[1];
    if (given !== undefined) setProof(given);
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setResult(await ask(proof, digest));
    setPending(false);
  };
  return (
    <>
      <form className="verify" method="post" action="/verificar/comprobar" onSubmit={submit}>
        <label>
          {texts.proof}
          <textarea
            name="constancia"
            rows={5}
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
              if (file !== undefined) setDigest(await digestOf(file));
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
            onChange={({ currentTarget }) => setDigest(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={pending}>
          {pending ? texts.checking : texts.check}
        </button>
      </form>
      <div role="status">
        {result !== undefined && <Outcome result={result} texts={texts} language={language} />}
      </div>
    </>
  );
}

interface OutcomeProps extends VerifyFormProps {
  readonly result: Result;
}

function Outcome({ result, texts, language }: OutcomeProps) {
  if (result === 'failed') return <p className="headline bad">{texts.failed}</p>;
  const { fault, key, answer, record, proof } = result;
  if (fault !== null) return <p className="headline bad">{texts[fault]}</p>;
  const isDoubtful = key === 'compromised' || answer === 'other';
  return (
    <>
      <p className={`headline ${isDoubtful ? 'bad' : 'good'}`}>
        {key === 'compromised' ? texts.compromised : texts.holds}
      </p>
      <p>
        {texts[answer]} {texts[record]}
      </p>
      {proof !== null && (
        <dl>
          {(['con', 'int', 'jti'] as const).map((name) => (
            <Fact key={name} title={texts[name]} value={proof[name]} />
          ))}
          <Fact title={texts.iat} value={timeOf(proof.iat, language)} />
          <Fact title={texts.cnt} value={texts[proof.cnt]} />
        </dl>
      )}
    </>
  );
}

function Fact({
  title,
  value,
}: {
  readonly title: string | undefined;
  readonly value: string | undefined;
}) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function timeOf(seconds: number, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: 'America/Guatemala' } as const;
  return new Date(seconds * 1000).toLocaleString(LANGUAGE_TAGS[language], options);
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function ask(constancia: string, sha256: string): Promise<Result> {
  try {
    const answer = await fetch('/verificar/comprobar', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ constancia, sha256 }),
    });
    return answer.ok ? await answer.json() : 'failed';
  } catch {
    return 'failed';
  }
}
