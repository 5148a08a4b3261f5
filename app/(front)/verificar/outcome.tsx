'use client';

import { QRCodeSVG } from 'qrcode.react';
import { parseJson } from '@/lib/base/values/json';
import { LANGUAGE_TAGS, type Language } from '@/lib/base/values/language';
import type { Verification } from '@/lib/console/views/verify-proof';

export interface OutcomeTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly language: Language;
}

interface OutcomeProps extends OutcomeTexts {
  readonly proof: string;
  /** The text of the answer's file; empty when only its digest was given. */
  readonly answer: string;
  readonly result: Verification;
}

/** Tells what a proof shows. It can be printed when nothing contradicts it. */
export function Outcome({ proof, answer, result, texts, language }: OutcomeProps) {
  if (result.fault !== null) return <p className="headline bad">{texts[result.fault]}</p>;
  const bad =
    (result.key === 'compromised' && 'compromised') ||
    (result.answer === 'other' && 'otherAnswer') ||
    (result.identifiers === 'other' && 'idsOther');
  return (
    <article>
      <h2>{texts.sheet}</h2>
      <p className={`headline ${bad ? 'bad' : 'good'}`}>{texts[bad || 'holds']}</p>
      <p>
        {texts[result.answer]} {texts[`ids_${result.identifiers}`]} {texts[result.record]}
      </p>
      <Facts result={result} texts={texts} language={language} />
      {!bad && result.answer === 'same' && <Answer title={texts.answer} text={answer} />}
      {!bad && <Code proof={proof} texts={texts} />}
    </article>
  );
}

function Facts({ result: { proof }, texts, language }: Omit<OutcomeProps, 'proof' | 'answer'>) {
  if (proof === null) return null;
  const facts = {
    con: texts[`lookup_${proof.con}`] ?? proof.con,
    int: proof.int,
    jti: proof.jti,
    iat: timeOf(proof.iat, language),
    cnt: texts[proof.cnt],
    iss: proof.iss,
  };
  return (
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{texts[name]}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The answer as a table. Nothing when it is no JSON text. */
function Answer({ title, text }: { readonly title: string | undefined; readonly text: string }) {
  const leaves = leavesOf(parseJson(text));
  if (leaves.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <dl className="answer">
        {leaves.map(([path, value]) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Code({ proof, texts }: Pick<OutcomeProps, 'proof' | 'texts'>) {
  const address = `${window.location.origin}/verificar`;
  return (
    <>
      <figure className="code">
        <QRCodeSVG
          value={`${address}#c=${proof}`}
          level="L"
          marginSize={4}
          title={texts.qr ?? ''}
        />
        <figcaption>
          {texts.qrWhat} <strong>{address}</strong>
        </figcaption>
      </figure>
      <button className="print" type="button" onClick={() => window.print()}>
        {texts.print}
      </button>
    </>
  );
}

/** Lists the values of a JSON document, each with its path. */
function leavesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      leavesOf(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  return path === '' ? [] : [[path, value === null ? '—' : String(value)]];
}

function timeOf(seconds: number, language: Language): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: 'America/Guatemala' } as const;
  return new Date(seconds * 1000).toLocaleString(LANGUAGE_TAGS[language], options);
}
