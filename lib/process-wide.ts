/**
 * A value that the whole process shares. Next bundles each route apart, so a module's own variable
 * exists once per bundle; `globalThis` exists once.
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

/**
 * Closes what the process has opened under this name, if anything. The name spares the pages process
 * from loading the module, which Next has bundled already.
 */
export async function closeShared(name: 'gateway' | 'console' | 'tracing'): Promise<void> {
  const shared = new ProcessWide<{ close(): Promise<unknown> }>(name);
  const open = shared.get();
  shared.set(undefined);
  await open?.close();
}
