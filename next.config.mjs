import createNextIntlPlugin from 'next-intl/plugin';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // The server in front does not compress: answers are small JSON and the CPU is better spent.
  compress: false,
  reactStrictMode: true,
  agentRules: false,
  serverExternalPackages: ['postgres', 'ioredis', 'undici', 'pino', '@node-rs/argon2'],
  experimental: {
    authInterrupts: true,
    optimizePackageImports: ['@mantine/core', '@tabler/icons-react'],
  },
};

export default createNextIntlPlugin('./lib/console/i18n.ts')(config);
