import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@/lib/processes';

/**
 * Who uses the embedded server: one empty file per process, named by its id. The server outlives a
 * process that was killed; the last one to leave stops it.
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

  /** True when nobody alive is left; forgets who died without leaving. */
  async leave(): Promise<boolean> {
    await rm(join(this.folder, this.name), { force: true });
    const others = await readdir(this.folder);
    const gone = others.filter((name) => !isAlive(Number.parseInt(name, 10)));
    await Promise.all(gone.map((name) => rm(join(this.folder, name), { force: true })));
    return gone.length === others.length;
  }
}
