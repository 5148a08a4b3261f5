import packageJson from '@/package.json' with { type: 'json' };

/** Version of this build, as logs, metrics and `/version` name it. */
export const VERSION: string = packageJson.version;
