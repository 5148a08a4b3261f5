'use client';

import { type RefObject, useEffect, useRef } from 'react';

export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Focuses an element when it appears. */
export function useFocusOnArrival<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}

/**
 * Gives the focus back to a button that was disabled while it waited, or to the page when the
 * button is gone. Call the returned function when the wait begins.
 */
export function useKeptFocus(pending: boolean): () => void {
  const kept = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const from = kept.current;
    if (pending || from === undefined) return;
    kept.current = undefined;
    if (document.activeElement !== document.body) return;
    const place = from.isConnected ? from : document.getElementById('content');
    place?.focus();
  }, [pending]);
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) kept.current = activeElement;
  };
}
