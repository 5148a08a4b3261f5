import packageJson from '@/package.json' with { type: 'json' };

/** Version of this build, as logs, metrics and `/version` name it. */
export const VERSION: string = packageJson.version;

/** Digest of the sources of this build: in bundles, else from the environment. */
export const BUILD: string = process.env.PASARELA_BUILD ?? 'development';

export const RELEASE = `${VERSION} (${BUILD})`;
