/** Times the steps of one query; milliseconds with one decimal, by name of step. */
export class Steps {
  constructor(readonly stepsMs: Record<string, number>) {}

  async time<T>(name: string, step: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await step;
    } finally {
      this.stepsMs[name] = Math.round((performance.now() - startedAt) * 10) / 10;
    }
  }
}
