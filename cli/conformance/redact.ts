import type { Settings } from './settings';

/** Makes a function that removes the tokens of a run from a text. */
export function redactor({ accounts }: Settings): (text: string) => string {
  const tokens = Object.values(accounts).flatMap((account) => (account ? [account.token] : []));
  return (text) => tokens.reduce((clean, token) => clean.replaceAll(token, '(token)'), text);
}
