/** Exports the parts that only development uses. The package for production leaves them out. */
export { startEmbeddedPostgres } from '@/db/embedded';
export { demonstration } from '@/db/seed';
export { startSimulator } from '@/simulator/server';
