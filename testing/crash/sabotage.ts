export const SABOTAGES = {};
export async function sabotage(_name: string, _print: (line: string) => void): Promise<boolean> {
  return false;
}
