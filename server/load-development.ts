import { StartError } from './start-error';

/** Loads what only development uses. Throws {@link StartError} in the package for production. */
export async function loadDevelopment(): Promise<typeof import('./development')> {
  return import('./development').catch(() => {
    throw new StartError(
      'This package has no database or sources of its own: set DATABASE_URL and the sources.',
    );
  });
}
