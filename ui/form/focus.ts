'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

export function focusField(form: HTMLFormElement, name: string | undefined): void {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Focuses a field so that typing replaces its text. */
export function selectField(form: HTMLFormElement, name: string): void {
  focusField(form, name);
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.select();
}

/** Focuses an element when it appears. */
export function useFocusOnArrival<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus(), []);
  return place;
}

/** The element from which the newest dialog was opened. */
let opener: HTMLElement | undefined;

/** Returns the focused element, or the button of a menu whose item has the focus. */
function focusedOpener(): HTMLElement | undefined {
  // The address opens some dialogs, so the server renders them open.
  if (typeof document === 'undefined') return undefined;
  const { activeElement } = document;
  const menu = activeElement?.closest('[role=menu]');
  const button = menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : activeElement;
  return button instanceof HTMLElement ? button : undefined;
}

/** Returns the focus to the element from which a dialog was opened. */
export function useReturnedFocus(opened: boolean): void {
  const [last, setLast] = useState<{ opened: boolean; from?: HTMLElement | undefined }>();
  // While rendering, because a menu removes its item when the dialog appears.
  if (last?.opened !== opened) setLast(opened ? { opened, from: focusedOpener() } : { opened });
  const from = last?.from;
  useEffect(() => {
    if (!opened) return;
    opener = from;
    return () => {
      setTimeout(() => {
        const { activeElement } = document;
        const isLost = activeElement === document.body || activeElement?.closest('[role=dialog]');
        if (isLost) from?.focus({ preventScroll: true });
      });
    };
  }, [opened, from]);
}

/**
 * Returns the focus to a button that was disabled while it waited; if it is gone, to the opener of
 * its dialog or to the page. Call the returned function when the wait begins.
 */
export function useKeptFocus(pending: boolean): () => void {
  const kept = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const from = kept.current;
    if (pending || from === undefined) return;
    kept.current = undefined;
    if (document.activeElement !== document.body) return;
    const place = [from, opener].find((one) => one?.isConnected);
    (place ?? document.getElementById('content'))?.focus();
  }, [pending]);
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) kept.current = activeElement;
  };
}
