import { buildWhenNeeded } from '@/server/build';

/** Tests that start the app start a finished build. */
export default async function setup(): Promise<void> {
  await buildWhenNeeded();
}
