import packageJson from '@/package.json' with { type: 'json' };

/** The folder of its version, not the link to it: an instance keeps its version to its end. */
const ROOT = 'root=$(dirname "$(readlink -f "$0")")/..';

const launch = (command: string) => `#!/bin/sh\n${ROOT}\n${command}\n`;

/** The programs of the package, by their names in `bin`. */
export const LAUNCHERS = {
  server: launch(`cd "$root"\n${packageJson.scripts.start}`),
  pasarela: launch('exec node "$root/dist/pasarela.mjs" "$@"'),
};
