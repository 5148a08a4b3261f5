import type {} from 'react';

declare module 'react' {
  interface CSSProperties {
    /** A property of our own style sheets. */
    readonly [name: `--${string}`]: string | number;
  }
}
