import { Command, Option } from 'commander';
import { ROLES, type Role } from '@/lib/access/permissions';
import { createUser } from '@/lib/users/create';
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
  return user;
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
