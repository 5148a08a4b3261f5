import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AttackJob, attackOutcomes, type Outcomes } from './job';

/**
 * Starts the attackers in a process of their own. Resolves when the attack is under way, with what
 * ends it, with all of its connections, and gives the answers.
 */
export async function startAttackers(job: AttackJob): Promise<() => Promise<Outcomes>> {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const reported = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('The attackers ended early.')));
    });
  child.send(job);
  await reported();
  return async () => {
    child.send('end');
    return attackOutcomes.parse(await reported());
  };
}
