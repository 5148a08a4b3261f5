'use client';

import { useEffect, useState } from 'react';

interface CopyButtonProps {
  readonly text: string;
  readonly copy: string;
  readonly copied: string;
}

const SHOWN_MS = 1_500;

export function CopyButton({ text, copy, copied }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const run = () => {
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      // Without the permission, the text can still be selected.
      () => undefined,
    );
  };
  return (
    <button type="button" className="copy" onClick={run} aria-live="polite">
      {done ? copied : copy}
    </button>
  );
}
