// Writes docs/api from the document of the API: `npm run apidocs`.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '#scripts/lib/run.ts';

import { renderPages } from './api-docs/render-pages.ts';

const FOLDER = join(root, 'docs/api');

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const [name, page] of Object.entries(renderPages())) await writeFile(join(FOLDER, name), page);
