import { fileURLToPath } from 'node:url';

/** As lean as Next gets: what the gateway's own configuration sets, and nothing else. */
const config = {
  poweredByHeader: false,
  compress: false,
  agentRules: false,
  // `next` is found in the node_modules of the project around it.
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
};

export default config;
