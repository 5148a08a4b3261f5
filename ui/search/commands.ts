import { may, type Permission, type Role } from '@/lib/access/permissions';
import type es from '@/messages/es.json';

/** Command typed into the search, before the name of an integration: `recargar jade-soft`. */
export interface Command {
  /** Key of its word in the messages, under `search.commands`. */
  readonly key: keyof (typeof es)['search']['commands'];
  /** The parts of its address before and after the name. */
  readonly href: readonly [before: string, after?: string];
  readonly permission?: Permission;
}

const PAGE = '/console/integrations/';

const COMMANDS: readonly Command[] = [
  { key: 'topUp', href: [PAGE, '/balance?do=topUp'], permission: 'billing.top_up' },
  { key: 'tariff', href: [PAGE, '/balance?do=tariff'], permission: 'billing.set_tariff' },
  { key: 'rotate', href: [PAGE, '?do=rotate'], permission: 'integration.rotate' },
  { key: 'suspend', href: [PAGE, '?do=suspend'], permission: 'integration.set' },
  { key: 'enable', href: ['/console/matrix?q='], permission: 'integration.set' },
  { key: 'balance', href: [PAGE, '/balance'] },
  { key: 'statement', href: [PAGE, '/balance/print'] },
  { key: 'queries', href: [PAGE, '/queries'] },
  { key: 'refusals', href: ['/console/refusals?integration='] },
  { key: 'changes', href: [PAGE, '/changes'] },
];

export function commandsFor(role: Role): readonly Command[] {
  return COMMANDS.filter(({ permission }) => permission === undefined || may(role, permission));
}

/** Removes accents and capitals. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Letters that must be typed before commands are suggested. */
const LEAST_LETTERS = 2;

/**
 * Finds the commands whose word begins with what was typed. `integration` is the text after the
 * word; undefined until a space follows the word.
 */
export function readCommand(
  text: string,
  commands: readonly Command[],
  wordOf: (command: Command) => string,
) {
  const whole = commands.find((one) => plain(text).startsWith(`${plain(wordOf(one))} `));
  if (whole !== undefined) {
    return { commands: [whole], integration: text.slice(wordOf(whole).length).trim() };
  }
  const begun = commands.filter((one) => plain(wordOf(one)).startsWith(plain(text)));
  if (text.includes(' ') && begun.length > 0) return { commands: begun, integration: undefined };
  const [, word = '', blank, rest = ''] = /^(\S*)(\s+)?(.*)$/.exec(text) ?? [];
  const isMeant = (command: Command) => plain(wordOf(command)).startsWith(plain(word));
  return {
    commands: word.length < LEAST_LETTERS ? [] : commands.filter(isMeant),
    integration: blank === undefined ? undefined : rest.trim(),
  };
}
