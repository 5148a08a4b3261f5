import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AttackJob, attackReport, type Outcomes } from './job';

/** Attackers at work in a process of their own. */
export interface Attackers {
  /** Ends the process, with all of its connections; gives what they got. */
  stop(): Promise<Outcomes>;
}

/** Starts the attackers; resolves when the attack is under way. */
export async function startAttackers(job: AttackJob): Promise<Attackers> {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const report = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('The attackers ended early.')));
    });
  const started = report();
  child.send(job);
  attackReport.parse(await started);
  return {
    stop: async () => {
      const ended = report();
      child.send('end');
      const last = attackReport.parse(await ended);
      return last === 'under way' ? {} : last.outcomes;
    },
  };
}
