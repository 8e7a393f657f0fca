// Checks that nouns on each floor of the server only import earlier ones: `node scripts/lint/nouns.ts`
// (docs/decisions/0106-order-of-nouns.md).
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { NOUNS } from './import-layers.ts';

const SERVER = 'src/lib/server/';
const STATEMENT = /^\s*(?:import|export)\s+(type\s)?([^;'"]*?)from\s+'([^']+)'/gm;
const CALL = /\bimport\('([^']+)'\)/g;
const ONLY_TYPES = /^\{\s*(?:type [^,]+,\s*)*type [^,]+\}\s*$/;

/** Only value imports are ordered here, because the context refers to every part by its type. */
const OF_VALUES = 'platform';

/** A file of the server. */
interface Source {
  path: string;
  text: string;
}

interface Import {
  to: string;
  isType: boolean;
}

/** The path of an imported file from the root; meaningless for a package. */
const toPath = (from: string, name: string): string =>
  name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(from), name);

function importsOf({ path, text }: Source): Import[] {
  const statements = [...text.matchAll(STATEMENT)].map(([, type, names = '', name = '']) => ({
    to: toPath(path, name),
    isType: type !== undefined || ONLY_TYPES.test(names),
  }));
  const calls = [...text.matchAll(CALL)].map(([, name = '']) => toPath(path, name));
  return [...statements, ...calls.map((to) => ({ to, isType: false }))];
}

/** The floor and noun of a file; `.` for files in the floor's own folder. */
function placeOf(path: string): { floor: string; noun: string } {
  const [floor = '', noun = '', ...rest] = path.slice(SERVER.length).split('/');
  return { floor, noun: rest.length > 0 ? noun : '.' };
}

type Order = Record<string, readonly string[]>;

/** Describes the imports of a file that point to later nouns, or that its folder is not listed. */
function findWrong(source: Source, order: Order): string[] {
  const { floor, noun } = placeOf(source.path);
  const nouns = order[floor] ?? [];
  const at = nouns.indexOf(noun);
  if (at === -1) return [`${floor}/${noun} is in no list of NOUNS`];
  return importsOf(source)
    .filter(({ to, isType }) => to.startsWith(SERVER) && !(isType && floor === OF_VALUES))
    .map(({ to }) => placeOf(to))
    .filter((other) => other.floor === floor && nouns.indexOf(other.noun) > at)
    .map((other) => `${floor}/${noun} imports ${floor}/${other.noun}`);
}

/** Finds nouns that import a later one on their floor, and folders that are not listed. */
export function findDisorder(sources: Source[], order: Order): string[] {
  const wrong = new Set(sources.flatMap((source) => findWrong(source, order)));
  const there = new Set(sources.map(({ path }) => Object.values(placeOf(path)).join('/')));
  const listed = Object.entries(order).flatMap(([floor, nouns]) =>
    nouns.map((noun) => `${floor}/${noun}`),
  );
  return [
    ...wrong,
    ...listed.filter((noun) => !there.has(noun)).map((noun) => `${noun} is no folder: delete it`),
  ];
}

function main(): void {
  const sources = globSync(`${SERVER}**/*.ts`).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  for (const each of findDisorder(sources, NOUNS)) {
    process.stdout.write(`${each}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
