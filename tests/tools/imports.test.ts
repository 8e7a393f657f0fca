// Proves the import rules of docs/decisions/0001-layers.md by linting a temporary folder with one file for
// each import, with the project's configuration.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const SERVER = [
  '#lib/server/platform/config/config.ts',
  '#lib/server/platform/images/process-image.ts',
  '#lib/server/platform/storage/file-store.ts',
  '#lib/server/platform/db/schema.ts',
  '#lib/server/forum/posts/queries.ts',
  '#lib/server/forum/posts/service.ts',
  '#lib/server/forum/posts/calls.ts',
  '#lib/server/platform/http/middleware/csrf.ts',
  '#lib/server/app/app-server.ts',
];
const BROWSER = [
  '#lib/client/forum/posts.ts',
  '#islands/ui/Icon.tsx',
  '#islands/forum/posts/Feed.tsx',
  '#layouts/document/Base.astro',
];
const SHARED = ['#lib/contract/forum/posts.ts', '#lib/site.ts'];
const EVERYTHING = [...SERVER, ...BROWSER, ...SHARED];
const INFRASTRUCTURE = [
  '#lib/server/platform/config/config.ts',
  '#lib/server/platform/images/process-image.ts',
  '#lib/server/platform/storage/file-store.ts',
];

/** For each file the part of `EVERYTHING` that it may import. */
const MAY: Record<string, string[]> = {
  'src/lib/contract/forum/likes.ts': ['#lib/contract/forum/posts.ts'],
  'src/lib/server/platform/db/open-database.ts': [
    '#lib/server/platform/config/config.ts',
    '#lib/server/platform/db/schema.ts',
    '#lib/contract/forum/posts.ts',
  ],
  'src/lib/server/forum/likes/queries.ts': [
    '#lib/server/forum/posts/queries.ts',
    '#lib/server/platform/db/schema.ts',
    '#lib/contract/forum/posts.ts',
  ],
  'src/lib/server/forum/likes/service.ts': [
    ...INFRASTRUCTURE,
    '#lib/server/forum/posts/service.ts',
    '#lib/server/forum/posts/queries.ts',
    '#lib/server/platform/db/schema.ts',
    ...SHARED,
  ],
  'src/lib/server/forum/likes/calls.ts': [
    '#lib/server/forum/posts/service.ts',
    '#lib/server/platform/images/process-image.ts',
    '#lib/server/platform/storage/file-store.ts',
    '#lib/server/platform/http/middleware/csrf.ts',
    ...SHARED,
  ],
  'src/lib/server/platform/http/middleware/limits.ts': [
    ...INFRASTRUCTURE,
    '#lib/server/platform/http/middleware/csrf.ts',
    ...SHARED,
  ],
  'src/lib/server/platform/storage/disk-store.ts': [
    ...INFRASTRUCTURE,
    '#lib/server/platform/db/schema.ts',
    ...SHARED,
  ],
  'src/lib/server/exchange/appointments/respond.ts': [
    ...INFRASTRUCTURE,
    '#lib/server/forum/posts/service.ts',
    '#lib/server/forum/posts/queries.ts',
    '#lib/server/platform/db/schema.ts',
    ...SHARED,
  ],
  'src/lib/server/people/members/service.ts': [
    ...INFRASTRUCTURE,
    '#lib/server/platform/db/schema.ts',
    ...SHARED,
  ],
  'src/lib/server/people/members/queries.ts': [
    '#lib/server/platform/db/schema.ts',
    '#lib/contract/forum/posts.ts',
  ],
  'src/lib/server/people/members/calls.ts': [
    '#lib/server/platform/images/process-image.ts',
    '#lib/server/platform/storage/file-store.ts',
    '#lib/server/platform/http/middleware/csrf.ts',
    ...SHARED,
  ],
  'src/fetch.ts': [...SERVER.filter((each) => !each.endsWith('/queries.ts')), ...SHARED],
  'src/lib/client/forum/likes.ts': ['#lib/client/forum/posts.ts', ...SHARED],
  'src/islands/forum/likes/Like.tsx': [
    '#islands/forum/posts/Feed.tsx',
    '#islands/ui/Icon.tsx',
    '#lib/client/forum/posts.ts',
    ...SHARED,
  ],
  'src/islands/auth/Login.tsx': ['#islands/ui/Icon.tsx', '#lib/client/forum/posts.ts', ...SHARED],
  'src/islands/ui/Button.tsx': ['#islands/ui/Icon.tsx', ...SHARED],
  'src/layouts/forum/Forum.astro': [...BROWSER, ...SHARED],
  'src/pages/forum/index.astro': [
    '#layouts/document/Base.astro',
    '#islands/ui/Icon.tsx',
    '#islands/forum/posts/Feed.tsx',
    '#lib/server/forum/posts/service.ts',
    '#lib/server/platform/images/process-image.ts',
    '#lib/server/platform/storage/file-store.ts',
    ...SHARED,
  ],
};

const layers = Object.keys(MAY).flatMap((file) =>
  EVERYTHING.map((name) => ({ file, name, allowed: MAY[file]?.includes(name) ?? false })),
);

const packages = [
  { file: 'src/lib/contract/forum/likes.ts', name: 'zod/mini', allowed: true },
  { file: 'src/lib/contract/forum/likes.ts', name: 'zodiac', allowed: false },
  { file: 'src/lib/contract/forum/likes.ts', name: 'kysely', allowed: false },
  { file: 'src/lib/contract/forum/likes.ts', name: 'node:crypto', allowed: false },
  { file: 'src/lib/server/forum/likes/service.ts', name: 'kysely', allowed: false },
  { file: 'src/lib/server/forum/likes/service.ts', name: 'hono', allowed: false },
  { file: 'src/lib/server/forum/likes/service.ts', name: 'node:crypto', allowed: true },
  { file: 'src/lib/server/forum/likes/calls.ts', name: 'hono/cookie', allowed: true },
  { file: 'src/lib/server/forum/likes/calls.ts', name: 'kysely', allowed: false },
  { file: 'src/lib/server/forum/likes/queries.ts', name: 'kysely', allowed: true },
  { file: 'src/lib/server/forum/likes/queries.ts', name: 'hono', allowed: false },
  { file: 'src/lib/client/forum/likes.ts', name: 'node:fs', allowed: false },
  { file: 'src/islands/forum/likes/Like.tsx', name: 'react', allowed: true },
  { file: 'src/pages/forum/index.astro', name: 'kysely', allowed: false },
];

const relative = [
  { file: 'src/lib/server/forum/likes/service.ts', name: './queries.ts', allowed: true },
  { file: 'src/lib/server/forum/likes/service.ts', name: './calls.ts', allowed: false },
  { file: 'src/lib/server/forum/likes/calls.ts', name: './service.ts', allowed: true },
  { file: 'src/lib/server/forum/likes/calls.ts', name: './queries.ts', allowed: false },
  { file: 'src/lib/server/forum/likes/queries.ts', name: './service.ts', allowed: false },
  { file: 'src/lib/server/forum/likes/queries.ts', name: './list-queries.ts', allowed: true },
  { file: 'src/lib/server/forum/likes/service.ts', name: '../posts/queries.ts', allowed: false },
  { file: 'src/lib/server/forum/likes/service.ts', name: './../posts/queries.ts', allowed: false },
  { file: 'src/islands/forum/likes/Like.tsx', name: '../../auth/Login.tsx', allowed: false },
  { file: 'src/pages/forum/index.astro', name: '../../layouts/Base.astro', allowed: false },
];

const DOOR = 'lib/server/platform/http/guard/server.ts';
const BEHIND = 'lib/server/platform/http/guard/fair-limit.ts';
const guard = [
  ...['cache/page-cache.ts', 'http/middleware/limits.ts', 'images/routes.ts'].flatMap((name) => [
    { file: `src/lib/server/platform/${name}`, name: `#${DOOR}`, allowed: true },
    { file: `src/lib/server/platform/${name}`, name: `#${BEHIND}`, allowed: false },
  ]),
  { file: 'src/lib/server/platform/http/files.ts', name: './guard/server.ts', allowed: true },
  { file: 'src/lib/server/platform/http/files.ts', name: './guard/fair-limit.ts', allowed: false },
  { file: 'src/server.ts', name: `./${DOOR}`, allowed: true },
  { file: 'src/server.ts', name: `./${BEHIND}`, allowed: false },
];

const edges = [...layers, ...packages, ...relative, ...guard];

const FORMS: Record<string, (name: string) => string> = {
  import: (name) => `import { one } from '${name}';\none();`,
  'import type': (name) => `import type { One } from '${name}';\nexport const one: One = 1;`,
  'import()': (name) => `export const one = await import('${name}');`,
  export: (name) => `export * from '${name}';`,
};
const forms = Object.keys(FORMS);

/** The path of an import's file: in the folder of `file`, with a unique name that ends like `file`. */
const pathOf = (file: string, form: string, name: string) =>
  join(dirname(file), `${`${form}${name}`.replaceAll(/\W/g, '_')}-${basename(file)}`);

const CONFIG = ['oxlint.config.ts', 'scripts/lint/import-layers.ts'];

interface Report {
  diagnostics: { code: string; filename: string }[];
}

async function lint(cwd: string): Promise<Report> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((done) => {
    execFile(process.execPath, [oxlint, '-f', 'json', 'src'], { cwd, maxBuffer: 1e8 }, (_, out) =>
      done(JSON.parse(out)),
    );
  });
}

let dir = '';
const rejected = new Set<string>();

async function write(file: string, form: string, name: string): Promise<void> {
  const path = join(dir, pathOf(file, form, name));
  const source = FORMS[form]?.(name) ?? '';
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, path.endsWith('.astro') ? `---\n${source}\n---\n` : source);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'glean-imports-'));
  await mkdir(join(dir, 'scripts/lint'), { recursive: true });
  for (const file of CONFIG) await copyFile(join(root, file), join(dir, file));
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  for (const { file, name } of edges) for (const form of forms) await write(file, form, name);
  const { diagnostics } = await lint(dir);
  for (const { code, filename } of diagnostics)
    if (code === 'eslint(no-restricted-imports)') rejected.add(filename);
});

afterAll(() => rm(dir, { recursive: true, force: true }));

const title = '$file imports $name: allowed $allowed';

test.each(edges)(title, ({ file, name, allowed }) => {
  const verdicts = forms.map((form) => !rejected.has(pathOf(file, form, name)));
  expect(Object.fromEntries(forms.map((form, at) => [form, verdicts[at]]))).toEqual(
    Object.fromEntries(forms.map((form) => [form, allowed])),
  );
});
