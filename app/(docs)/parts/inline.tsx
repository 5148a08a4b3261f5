import { Fragment } from 'react';

/** A text in which `what stands between backticks` is code and **between stars** is strong. */
export function Inline({ text }: { readonly text: string }) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  let at = 0;
  return parts.map((part) => {
    at += part.length;
    if (part.startsWith('`')) return <code key={at}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong key={at}>{part.slice(2, -2)}</strong>;
    return <Fragment key={at}>{part}</Fragment>;
  });
}
