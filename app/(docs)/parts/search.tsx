'use client';

import { useEffect, useRef, useState } from 'react';
import type { Language } from '@/lib/base/values/language';
import type es from '@/messages/docs.es.json';
import type { Entry, Find } from './search-index';

type SearchTexts = (typeof es)['search'];

interface SearchProps {
  readonly language: Language;
  readonly texts: SearchTexts;
}

/** Searches guide and reference. Opens with `/` as well. */
export function Search({ language, texts }: SearchProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState<'loading' | 'failed' | { readonly find: Find }>('loading');
  const [text, setText] = useState('');
  const open = useRef(() => {
    dialog.current?.showModal();
    setIndex('loading');
    import('./search-index')
      .then(({ loadIndex }) => loadIndex(language))
      .then((find) => setIndex({ find }))
      .catch(() => setIndex('failed'));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      open.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" className="search" aria-keyshortcuts="/" onClick={() => open.current()}>
        {texts.open} <kbd aria-hidden>/</kbd>
      </button>
      <dialog ref={dialog} aria-label={texts.label}>
        <form method="dialog">
          <input
            type="search"
            aria-label={texts.label}
            placeholder={texts.hint}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit">{texts.close}</button>
        </form>
        {typeof index === 'string' ? (
          <p role="status">{texts[index]}</p>
        ) : (
          <Results entries={index.find(text)} text={text} texts={texts} onFollow={close} />
        )}
      </dialog>
    </>
  );
}

/** True where somebody types `/` as a character: in a field, also of the reference component. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

interface ResultsProps {
  readonly entries: readonly Entry[];
  readonly text: string;
  readonly texts: SearchTexts;
  readonly onFollow: () => void;
}

function Results({ entries, text, texts, onFollow }: ResultsProps) {
  if (text.trim() === '') return null;
  return (
    <>
      <p role="status" className={entries.length > 0 ? 'unseen' : undefined}>
        {entries.length > 0 ? String(entries.length) : texts.none}
      </p>
      <ol>
        {entries.map(({ href, place, page, text: found }) => (
          <li key={`${href} ${found}`}>
            <a href={href} onClick={onFollow}>
              <strong>{place}</strong> <small>{texts[page]}</small>
              {found !== place && <span>{found}</span>}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
