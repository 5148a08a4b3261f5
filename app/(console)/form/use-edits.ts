'use client';

import { useState } from 'react';

/** What was written into a field, and what was stored when that began. */
interface Edit {
  readonly text: string;
  readonly over: string;
}

/**
 * The texts of a form over what is stored. Fields that nobody touched follow what is stored; what was
 * written stays until it is stored or given up, whatever the server answers and whatever somebody else
 * stores meanwhile.
 */
export function useEdits<Field extends string>(stored: Readonly<Record<Field, string>>) {
  const [edits, setEdits] = useState<ReadonlyMap<Field, Edit>>(new Map());
  const textOf = (field: Field) => edits.get(field)?.text ?? stored[field];
  const write = (field: Field, text: string) => {
    const over = edits.get(field)?.over ?? stored[field];
    setEdits(new Map(edits).set(field, { text, over }));
  };
  /** What somebody else stored below what is being written. */
  const meanwhile = (field: Field) => {
    const edit = edits.get(field);
    const now = stored[field];
    return edit === undefined || [edit.over, edit.text].includes(now) ? undefined : now;
  };
  const dirty = [...edits].some(([field, { text }]) => text !== stored[field]);
  return { textOf, write, meanwhile, dirty, forget: () => setEdits(new Map()) };
}
