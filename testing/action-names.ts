/**
 * Names of the function that carries an action out: `user.set_role` is `setRole` or `setRoleUser`.
 */
export function functionNames(action: string): string[] {
  const [noun = '', verb = ''] = action.split('.');
  const name = verb.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [name, `${name}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`];
}
