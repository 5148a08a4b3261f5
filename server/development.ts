/** What only development uses. The package for production leaves it out. */
export { startEmbeddedPostgres } from '@/db/embedded';
export { demonstration } from '@/db/seed';
export { startSimulator } from '@/simulator/server';
