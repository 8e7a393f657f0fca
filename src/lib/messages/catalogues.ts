import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of a language, by key: ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, string>>;

const FOLDER = import.meta.dirname;
const read = (file: string): Catalogue => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

/** Every language that has a file here. In a build, scripts/build/message-scripts.ts puts their content in this place. */
export const catalogues: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace('.json', ''), read(file)]),
);
