import { CopyButton } from './copy-button';
import { highlight } from './highlight';

export interface CodeProps {
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  /** Accessible name. */
  readonly label: string;
}

export function Code({ code, copy, copied, label }: CodeProps) {
  return (
    <div className="code">
      <CopyButton text={code} copy={copy} copied={copied} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="window" tabIndex={0} aria-label={label}>
        <pre>
          <code>
            {highlight(code).map(({ at, kind, text }) =>
              kind === 'plain' ? (
                text
              ) : (
                <span key={at} className={kind}>
                  {text}
                </span>
              ),
            )}
          </code>
        </pre>
      </section>
    </div>
  );
}
