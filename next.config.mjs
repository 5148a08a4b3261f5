import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import createNextIntlPlugin from 'next-intl/plugin';

// Node 20 warns about an import of JSON.
const table = createRequire(import.meta.url)('./server/security-headers-table.json');
const headersOf = (part) => Object.entries(part).map(([key, value]) => ({ key, value }));

// The build that the bundled programs belong to; `next build` gets its own from server/build.ts.
try {
  process.env.PASARELA_BUILD ??= createRequire(import.meta.url)('./dist/build.json').build;
} catch {
  // There is none in development.
}

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  generateBuildId: () => process.env.PASARELA_BUILD ?? null,
  // The front process sends scripts, styles and public pages as bytes that are already compressed.
  compress: true,
  // Under plain `next start` nothing else sets them. Then a proxy in front terminates TLS.
  headers: async () => [
    { source: '/:path*', headers: headersOf(table.always) },
    // The API reference's frame, which has no origin, loads them too. All of them are public.
    ...['/_next/static/:path*', '/docs/reference/component'].map((source) => ({
      source,
      headers: [
        { key: 'cross-origin-resource-policy', value: 'cross-origin' },
        // For the typeface.
        { key: 'access-control-allow-origin', value: '*' },
      ],
    })),
    // Next sends it without the encoding.
    {
      source: '/icon.svg',
      headers: [{ key: 'content-type', value: 'image/svg+xml; charset=utf-8' }],
    },
    {
      source: '/:path*',
      has: [{ type: 'header', key: 'x-forwarded-proto', value: 'https' }],
      headers: headersOf(table.https),
    },
  ],
  // `npm run dev` prints this address; Next admits hot reload on `localhost` alone.
  allowedDevOrigins: ['127.0.0.1'],
  reactStrictMode: true,
  agentRules: false,
  // `next dev` would print what forms send, passwords too.
  logging: { serverFunctions: false },
  // `npm run check` does it, over everything and once; here it would double every build's time.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    'postgres',
    'ioredis',
    'undici',
    'pino',
    'prom-client',
    '@opentelemetry/core',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace',
    '@node-rs/argon2',
    // Four megabytes of script in a string: loaded when the reference is first opened.
    '@scalar/fastify-api-reference',
  ],
  // No page shows one that would need it.
  images: { unoptimized: true },
  experimental: {
    globalNotFound: true,
    // The build notes the number of its workers: by default, that of this machine's processors.
    cpus: 1,
    // `npm test` uses a cache but begins none: writing it takes a quarter of a first build.
    turbopackFileSystemCacheForBuild:
      !process.env.NO_NEW_CACHE || existsSync('.next/cache/turbopack'),
    authInterrupts: true,
    optimizePackageImports: ['@mantine/core', '@tabler/icons-react'],
  },
};

const withTexts = createNextIntlPlugin({
  requestConfig: './lib/console/session/i18n.ts',
  experimental: {
    // Texts are parsed when the app is built, so the browser is not sent the parser.
    messages: { path: './messages', format: 'json', locales: 'infer', precompile: true },
  },
});

export default withTexts(config);
