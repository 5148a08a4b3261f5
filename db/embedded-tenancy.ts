import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@/lib/base/process/processes';

/**
 * Tracks the processes that use the embedded server: one empty file per process, named by its id.
 * The server keeps running when one of them is killed; the last one to leave stops it.
 */
export class Tenancy {
  private constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  static async enter(folder: string): Promise<Tenancy> {
    await mkdir(folder, { recursive: true });
    const name = `${process.pid}-${performance.now()}`;
    await writeFile(join(folder, name), '');
    return new Tenancy(folder, name);
  }

  /** Leaves, and removes dead processes that did not leave. Returns true when none remains. */
  async leave(): Promise<boolean> {
    await rm(join(this.folder, this.name), { force: true });
    const others = await readdir(this.folder);
    const gone = others.filter((name) => !isAlive(Number.parseInt(name, 10)));
    await Promise.all(gone.map((name) => rm(join(this.folder, name), { force: true })));
    return gone.length === others.length;
  }
}
