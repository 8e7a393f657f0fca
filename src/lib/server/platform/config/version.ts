import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../../../../package.json');

const readVersion = (): string =>
  (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version;

/** This version of Glean. A build has it; commands read it. */
export const VERSION: string = import.meta.env?.VERSION ?? readVersion();
