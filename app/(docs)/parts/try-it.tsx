'use client';

import { type FormEvent, useId, useState } from 'react';
import { parseJson } from '@/lib/base/values/json';
import type { Question } from '@/lib/contract/lookups';
import type es from '@/messages/docs.es.json';
import { Status } from './basics';
import { Code } from './code';
import type { ErrorRow } from './errors';
import { createShared } from './shared';

/** Texts of the form, in the language of the page. */
type TryTexts = (typeof es)['try'] & Pick<typeof es, 'copy' | 'copied'>;

interface TryItProps {
  readonly question: Question;
  readonly errors: readonly ErrorRow[];
  /** Says what a successful query costs. */
  readonly cost: string;
  readonly texts: TryTexts;
}

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

/** Result of the last query; `unreachable` when no answer came. */
type Result = 'none' | 'sending' | 'not_json' | 'unreachable' | Answer;

/** More than a query may take. */
const TIMEOUT_MS = 35_000;
/** Headers that integrators may need. The others are the same in every answer. */
const SHOWN_HEADERS = /^(?:x-request-id|x-consulta-|x-saldo-|ratelimit)/;

/** A form that sends a query with the reader's credentials. All forms share the credentials. */
export function TryIt({ question, errors, cost, texts }: TryItProps) {
  const { login, token } = credentials.use();
  const [body, setBody] = useState(() => JSON.stringify(question.body, null, 2));
  const [result, setResult] = useState<Result>('none');
  const id = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (result === 'sending') return;
    if (parseJson(body) === undefined) return setResult('not_json');
    setResult('sending');
    setResult(await ask(question.path, body, { login, token }).catch(() => 'unreachable'));
  };
  return (
    <details className="try">
      <summary>{texts.title}</summary>
      <form onSubmit={send}>
        <div className="pair">
          <label>
            {texts.login}
            <input
              required
              autoComplete="off"
              spellCheck={false}
              value={login}
              onChange={({ currentTarget }) => write({ login: currentTarget.value })}
            />
          </label>
          <label>
            {texts.token}
            <input
              required
              type="password"
              autoComplete="off"
              value={token}
              onChange={({ currentTarget }) => write({ token: currentTarget.value })}
            />
          </label>
        </div>
        <label htmlFor={`${id}-body`}>{texts.body}</label>
        <textarea
          id={`${id}-body`}
          spellCheck={false}
          rows={body.split('\n').length}
          value={body}
          aria-invalid={result === 'not_json'}
          aria-describedby={`${id}-result`}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
        />
        <div className="send">
          <button type="submit" aria-disabled={result === 'sending'}>
            {result === 'sending' ? texts.sending : texts.send}
          </button>
          <small>
            {cost} {texts.kept}
          </small>
        </div>
      </form>
      <div id={`${id}-result`} role="status">
        {result === 'not_json' && <p className="wrong">{texts.notJson}</p>}
        {result === 'unreachable' && <p className="wrong">{texts.noAnswer}</p>}
        {typeof result === 'object' && <Shown answer={result} errors={errors} texts={texts} />}
      </div>
    </details>
  );
}

interface ShownProps extends Pick<TryItProps, 'errors' | 'texts'> {
  readonly answer: Answer;
}

function Shown({ answer, errors, texts }: ShownProps) {
  const { status, ms, headers, text } = answer;
  const ofStatus = errors.filter((error) => error.status === status);
  const row = ofStatus.find((error) => text.includes(error.text)) ?? ofStatus[0];
  return (
    <>
      <p>
        <Status code={status} /> <small>{ms} ms</small>{' '}
        {row && <a href={`#${row.id}`}>{texts.explained}</a>}
      </p>
      <Code
        code={[...headers.map(([name, value]) => `${name}: ${value}`), '', text].join('\n')}
        copy={texts.copy}
        copied={texts.copied}
        label={texts.answer}
      />
    </>
  );
}

async function ask(path: string, body: string, { login, token }: Credentials): Promise<Answer> {
  const startedAt = performance.now();
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-integracion-login': login,
      'x-integracion-token': token,
    },
    body,
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const json = parseJson(text);
  return {
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
    headers: [...response.headers].filter(([name]) => SHOWN_HEADERS.test(name)),
    text: json === undefined ? text : JSON.stringify(json, null, 2),
  };
}

interface Credentials {
  readonly login: string;
  readonly token: string;
}

/** Kept until the page is left, never stored. */
const credentials = createShared<Credentials>({ login: '', token: '' });

function write(changed: Partial<Credentials>): void {
  credentials.write({ ...credentials.read(), ...changed });
}
