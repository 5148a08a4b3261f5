import { Command, Option } from 'commander';
import {
  type Action,
  PLACE_ROLES,
  type PlaceRole,
  STAFF_ROLES,
  type StaffRole,
} from '@/lib/access/permissions';
import { type Change, writeAudit } from '@/lib/audit/write';
import { findIntegration, lockIntegration } from '@/lib/integrations/find';
import {
  disableUser,
  resetAccess,
  resetSecondFactor,
  type UserInput,
} from '@/lib/users/administer';
import { createUser } from '@/lib/users/create';
import { listUsers, userIdOf } from '@/lib/users/find';
import { inviteUser } from '@/lib/users/invite';
import { normalEmail } from '@/lib/users/rules';
import { endSessionsOf } from '@/lib/users/sessions';
import { withContext, withTransaction } from './context';
import { print, table } from './output';

export function userCommands(): Command {
  const user = new Command('user').description('People who sign in to the console.');
  user
    .command('create <email>')
    .description('make a user; password from PASARELA_PASSWORD, else generated and shown this once')
    .addOption(
      new Option('--role <role>', 'what the user may do')
        .choices(STAFF_ROLES)
        .makeOptionMandatory(),
    )
    .action(create);
  user
    .command('invite <email>')
    .description('make somebody of an integration, and show a link that sets the password')
    .requiredOption('--integration <nombre>', 'the only integration that the person will see')
    .addOption(
      new Option('--role <role>', 'what the person may do')
        .choices(PLACE_ROLES)
        .default('integrador'),
    )
    .action(invite);
  user
    .command('list')
    .description('list staff, or the people of an integration')
    .option('--integration <nombre>')
    .action(list);
  const change = (name: string, text: string, run: Run) =>
    user.command(`${name} <email>`).description(text).action(changer(run));
  change('reset', 'take password and sessions away, and show a link that sets another', reset);
  change('disable', 'take every access away', disableUser);
  change('end-sessions', 'sign the user out everywhere', async ({ tx, permit }, { id }, target) => {
    await endSessionsOf(tx, id);
    await writeAudit({ tx, permit }, 'session.sign_out', { target });
  });
  change('remove-second-factor', 'for somebody who lost device and codes', resetSecondFactor);
  return user;
}

type Run = (ctx: Change<Action>, input: UserInput, email: string) => Promise<unknown>;

/** Returns the link that sets another password. */
const reset: Run = async (ctx, user) => linkOf(await resetAccess(ctx, user));

function linkOf({ code }: { readonly code: string }): string {
  return `${process.env.NEXTAUTH_URL ?? ''}/invite#${code}`;
}

interface OfIntegration {
  readonly integration: string;
  readonly json?: boolean;
}

async function invite(
  email: string,
  { integration, role, json }: OfIntegration & { readonly role: PlaceRole },
) {
  const link = await withTransaction(async (ctx) => {
    const { id: integrationId } = await lockIntegration(ctx.tx, integration);
    return linkOf(await inviteUser(ctx, { email, role, integrationId }));
  });
  print(json, { email: normalEmail(email), role, link }, [link, 'It is not shown again.']);
}

async function list({ integration, json }: Partial<OfIntegration>) {
  const people = await withContext(async ({ db }) => {
    const of = integration === undefined ? undefined : await findIntegration(db, integration);
    return listUsers(db, of?.id);
  });
  const shown = people.map(({ email, role, invited, disabledAt, lastSignInAt }) => ({
    email,
    role,
    state: disabledAt !== null ? 'disabled' : invited ? 'invited' : 'active',
    lastSignInAt,
  }));
  const rows = shown.map(({ email, role, state, lastSignInAt }) => [
    email,
    role,
    state,
    lastSignInAt?.toISOString() ?? 'never',
  ]);
  print(json, shown, table(rows));
}

/** Makes the action of a command that changes a user. A link is printed once. */
function changer(run: Run) {
  return async (given: string, { json }: { json?: boolean }) => {
    const email = normalEmail(given);
    const done = await withTransaction(async (ctx) =>
      run(ctx, { id: await userIdOf(ctx.tx, email) }, email),
    );
    const link = typeof done === 'string' ? done : undefined;
    print(
      json,
      { email, ...(link && { link }) },
      link ? [link, 'It is not shown again.'] : [email],
    );
  };
}

async function create(email: string, { role, json }: { role: StaffRole; json?: boolean }) {
  const password = process.env.PASARELA_PASSWORD || undefined;
  const user = await withTransaction((ctx) => createUser(ctx, { email, role, password }));
  const { generatedPassword } = user;
  const passwordField = generatedPassword === undefined ? {} : { password: generatedPassword };
  print(json, { email: user.email, role: user.role, ...passwordField }, [
    `${user.email} (${user.role})`,
    ...(generatedPassword === undefined
      ? []
      : [`password: ${generatedPassword}`, 'It is not shown again.']),
  ]);
}
