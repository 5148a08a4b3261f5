/**
 * A value that the whole process shares. Next bundles each route separately, so a variable of a
 * module exists once per bundle.
 */
export class ProcessWide<T> {
  readonly #key: symbol;

  constructor(name: string) {
    this.#key = Symbol.for(`pasarela.${name}`);
  }

  get(): T | undefined {
    return Reflect.get(globalThis, this.#key);
  }

  set(value: T | undefined): void {
    Reflect.set(globalThis, this.#key, value);
  }
}

/** Closes the shared value of this name, without loading the module that opened it. */
export async function closeShared(
  name: 'gateway' | 'console' | 'tasks' | 'tracing',
): Promise<void> {
  const shared = new ProcessWide<{ close(): Promise<unknown> }>(name);
  const open = shared.get();
  shared.set(undefined);
  await open?.close();
}
