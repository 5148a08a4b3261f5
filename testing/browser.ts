import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findProgram } from './programs';

/** Launches Playwright's own browser where it was installed, else the system's. */
const installed = existsSync(chromium.executablePath());
const executablePath = installed ? undefined : findProgram('chromium');

/** The browser reports to nobody. */
export const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
