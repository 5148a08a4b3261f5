import type { Settings } from './settings';

/** Takes the tokens of a run out of whatever text is shown or written, wherever it came from. */
export function redactor({ accounts }: Settings): (text: string) => string {
  const tokens = Object.values(accounts).flatMap((account) => (account ? [account.token] : []));
  return (text) => tokens.reduce((clean, token) => clean.replaceAll(token, '(token)'), text);
}
