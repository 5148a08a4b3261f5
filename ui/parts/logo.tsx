/** SVG path of a footbridge with its railing, as in `icon.svg`. */
const MARK = 'M4.5 22.5q11.5-8 23 0M6 21.5v-7q10-7.5 20 0v7M12.7 18.7v-7M19.3 18.7v-7';

export function Logo() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="logo-ground" />
        <path d={MARK} className="logo-mark" />
      </svg>
      Pasarela
    </>
  );
}
