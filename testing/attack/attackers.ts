import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type AttackJob, type AttackReport, attackReport, type Outcomes } from './job';

/** Attackers at work in a process of their own. */
export interface Attackers {
  /** Waits until every connection is done; returns the answers. */
  finish(): Promise<Outcomes>;
  /** Ends the process, with all of its connections; gives what they got. */
  stop(): Promise<Outcomes>;
}

/** Starts the attackers; resolves when the attack is under way. */
export async function startAttackers(job: AttackJob): Promise<Attackers> {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const reports: AttackReport[] = [];
  child.on('message', (message) => reports.push(attackReport.parse(message)));
  const reported = async (event: AttackReport['event']): Promise<Outcomes> => {
    for (;;) {
      const report = reports.find((one) => one.event === event);
      if (report !== undefined) return report.outcomes;
      if (child.exitCode !== null) throw new Error('The attackers ended early.');
      await new Promise<void>((resolve) => {
        child.once('message', () => resolve());
        child.once('exit', () => resolve());
      });
    }
  };
  child.send(job);
  await reported('under way');
  return {
    finish: () => reported('finished'),
    stop: () => {
      child.send('end');
      return reported('ended');
    },
  };
}
