// Which files and packages run on a server: all that the programs of a release import, and nothing that builds.
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { parseSync } from 'vite';

import { root } from '#scripts/lib/run.ts';

/** The programs of a release; the server itself is in `dist`. */
const PROGRAMS = [
  'scripts/serve.mjs',
  'scripts/operator.ts',
  'scripts/setup.ts',
  'scripts/upgrade/upgrade.ts',
  'scripts/upgrade/rollback.ts',
  'scripts/upgrade/site.ts',
  'scripts/upgrade/journey.ts',
  'src/lib/server/platform/images/image-process.ts',
  'src/lib/server/people/policies/pdf-text-process.ts',
];

/** What no program imports, but reads or shows. */
const DATA = [
  'package.json',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  'scripts/release/trusted-keys.pem',
  'docs/operations.md',
  'src/lib/messages/*.json',
  'dist/_headers.json',
  'dist/client/**',
];

/** What a release is made of, as paths in the project. */
interface RunningFiles {
  files: string[];
  /** the names of the packages that these files import */
  packages: string[];
}

type ParsedModule = ReturnType<typeof parseSync>['module'];

function listImports(code: string, parsed: ParsedModule): string[] {
  const loaded = parsed.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = parsed.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest && !isType ? [moduleRequest.value] : [],
    ),
  );
  // A name that is computed belongs to a program above.
  const dynamic = parsed.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, name] = /^['"`]([^'"`$]+)['"`]$/.exec(code.slice(start, end)) ?? [];
    return name ? [name] : [];
  });
  return [...loaded, ...exported, ...dynamic];
}

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** @returns the file that an import names, or null for a package */
function resolveFile(name: string, importer: string): string | null {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(importer), name));
  const alias = Object.entries(imports).find(([prefix]) => name.startsWith(prefix.slice(0, -1)));
  if (!alias) return null;
  const [prefix, target] = alias;
  return relative(root, join(root, target.slice(0, -1), name.slice(prefix.length - 1)));
}

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

const isBuiltIn = (name: string): boolean =>
  name.startsWith('node:') || builtinModules.includes(name);

/** @returns the files that patterns match */
const list = (patterns: string[]) =>
  globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** Follows the imports of the programs. */
export function listRunningFiles(): RunningFiles {
  const waiting = [...PROGRAMS, ...list(['dist/server/**'])];
  const files = new Set(waiting);
  const packages = new Set<string>();
  for (const file of waiting) {
    if (!/\.(?:ts|mjs|js)$/.test(file)) continue;
    const code = readFileSync(join(root, file), 'utf8');
    for (const name of listImports(code, parseSync(file, code).module)) {
      const path = resolveFile(name, file);
      if (path && !files.has(path)) {
        files.add(path);
        waiting.push(path);
      } else if (!path && !isBuiltIn(name)) packages.add(packageOf(name));
    }
  }
  return {
    files: [...files, ...list(DATA)].toSorted(),
    packages: [...packages].toSorted(),
  };
}
