import localFont from 'next/font/local';

/** Inter, sent by this host: the characters of Western European languages, with tabular figures. */
export const typeface = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'swap',
  variable: '--typeface',
});
