import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOOKUPS } from '@/lib/contract/lookups';
import { projectRoot } from '@/server/paths';
import { sandboxRows } from './sandbox';
import { sandboxPage } from './sandbox-page';

/** Writes the answers of the sandbox for the app, and for people in docs/. */
const rows = await sandboxRows();
const json = `${JSON.stringify(rows, null, 2)}\n`;
await writeFile(join(projectRoot, 'lib/contract/sandbox.json'), json);
await writeFile(join(projectRoot, 'docs/sandbox.md'), sandboxPage(rows));
console.log(`${rows.length} identifiers, ${LOOKUPS.length} lookups`);
