'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  /** Values with their texts. */
  readonly names: readonly (readonly [Name, string])[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  /** Content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs that the arrow keys move between. */
export function Tabs<Name extends string>({ label, names, chosen, ...rest }: TabsProps<Name>) {
  const { onChoose, children } = rest;
  const id = useId();
  const tabs = useRef(new Map<Name, HTMLButtonElement>());
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = names.findIndex(([name]) => name === chosen);
    const [next] = names[(at + step + names.length) % names.length] ?? [];
    if (next === undefined) return;
    onChoose(next);
    tabs.current.get(next)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {names.map(([name, text]) => (
          <button
            key={name}
            ref={(tab) => void (tab && tabs.current.set(name, tab))}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
