import { Command, Option } from 'commander';
import { Rejection } from '@/lib/access/rejection';
import { parseInstant } from '@/lib/base/time/guatemala';
import { isLookup, LOOKUPS } from '@/lib/contract/lookups';
import { listIncidents } from '@/lib/incidents/list';
import { FINAL_STATES, openIncident, switchOff, switchOn } from '@/lib/incidents/post';
import { withTransaction } from './context';
import { print, UsageError } from './output';

const STATES = ['investigating', 'identified', 'monitoring'] as const;
const IMPACTS = ['minor', 'major'] as const;

interface Json {
  readonly json?: boolean;
}

interface Opened extends Json {
  readonly lookups: string;
  readonly impact: (typeof IMPACTS)[number];
  readonly switchOff?: true;
  readonly text: string;
  readonly from?: string;
  readonly until?: string;
}

export function incidentCommands(): Command {
  const incident = new Command('incident').description('What the public status says to everybody.');
  const text = () => new Option('--text <text>', 'what people read').makeOptionMandatory();
  incident
    .command('open <title>')
    .description('open an incident; with --until, announce maintenance')
    .requiredOption('--lookups <names>', `separated by commas, of ${LOOKUPS.join(', ')}`)
    .addOption(new Option('--impact <impact>').choices(IMPACTS).default('minor'))
    .addOption(text())
    .option('--switch-off', 'refuse the lookups, uncharged, until it is resolved')
    .option('--from <instant>', 'start of maintenance, in Guatemala time without an offset')
    .option('--until <instant>', 'end of maintenance')
    .action(open);
  incident
    .command('update <id>')
    .description('add an update')
    .addOption(new Option('--state <state>', 'else the present one').choices(STATES))
    .addOption(text())
    .action((id: string, { state, text: words, json }: Update) => post(id, words, json, state));
  incident
    .command('resolve <id>')
    .description('end an incident or maintenance')
    .addOption(text())
    .action((id: string, { text: words, json }: Update) => post(id, words, json, 'final'));
  return incident;
}

interface Update extends Json {
  readonly state?: (typeof STATES)[number];
  readonly text: string;
}

async function open(
  title: string,
  { json, lookups, from, until, switchOff: off, ...given }: Opened,
) {
  const names = lookups.split(',').map((name) => name.trim());
  const known = names.filter(isLookup);
  if (known.length < names.length) throw new UsageError(`Lookups are ${LOOKUPS.join(', ')}.`);
  const kind = until === undefined ? 'incident' : 'maintenance';
  const times = { startsAt: instantOf(from), endsAt: instantOf(until) };
  const id = await withTransaction((ctx) =>
    (off ? switchOff : openIncident)(ctx, { ...given, ...times, title, kind, lookups: known }),
  );
  print(json, { id }, [String(id)]);
}

async function post(
  given: string,
  text: string,
  json: boolean | undefined,
  state: Update['state'] | 'final',
) {
  if (!/^\d{1,9}$/.test(given)) throw new UsageError('An incident is named by its number.');
  const id = Number(given);
  await withTransaction(async (ctx) => {
    const [incident] = await listIncidents(ctx.tx, { id }, new Date());
    const last = FINAL_STATES[incident?.kind ?? 'incident'];
    await switchOn(ctx, { id, text, state: state === 'final' ? last : state });
  });
  print(json, { id }, [given]);
}

function instantOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = parseInstant(text);
  if (at === undefined) throw new Rejection('instant_invalid', 'Write 2026-12-01T00:00.');
  return at;
}
