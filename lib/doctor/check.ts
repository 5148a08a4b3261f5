/** Result of one check. A warning needs attention soon; a failure stops something now. */
export interface CheckResult {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

export interface Verdict extends Pick<CheckResult, 'status' | 'detail'> {}

export const ok = (detail: string): Verdict => ({ status: 'ok', detail });
export const warning = (detail: string): Verdict => ({ status: 'warning', detail });
export const failed = (detail: string): Verdict => ({ status: 'failed', detail });

/** Runs a check. If it throws, it has failed with that message. */
export async function runCheck(check: string, run: () => Promise<Verdict>): Promise<CheckResult> {
  const verdict = await run().catch((error: unknown) =>
    failed(error instanceof Error ? error.message : String(error)),
  );
  return { check, ...verdict };
}
