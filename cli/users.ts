import { Command, Option } from 'commander';
import { type Action, ROLES, type Role } from '@/lib/access/permissions';
import { type Change, writeAudit } from '@/lib/audit/write';
import {
  disableUser,
  resetAccess,
  resetSecondFactor,
  type UserInput,
} from '@/lib/users/administer';
import { createUser } from '@/lib/users/create';
import { normalEmail } from '@/lib/users/email';
import { userIdOf } from '@/lib/users/find';
import { endSessionsOf } from '@/lib/users/sessions';
import { withTransaction } from './context';
import { print } from './output';

export function userCommands(): Command {
  const user = new Command('user').description('People who sign in to the console.');
  user
    .command('create <email>')
    .description('make a user; password from PASARELA_PASSWORD, else generated and shown this once')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory(),
    )
    .action(create);
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
const reset: Run = async (ctx, user) => {
  const { code } = await resetAccess(ctx, user);
  return `${process.env.NEXTAUTH_URL ?? ''}/invite#${code}`;
};

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

async function create(email: string, { role, json }: { role: Role; json?: boolean }) {
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
