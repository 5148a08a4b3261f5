import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@/server/paths';
import { sourceProtocolPage } from './source-protocol';

/** Writes the document of the protocol towards sources. */
await writeFile(join(projectRoot, 'docs/source-protocol.yaml'), sourceProtocolPage());
