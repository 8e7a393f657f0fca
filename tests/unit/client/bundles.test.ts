import { resolve } from 'node:path';

import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

import { bundles, SCHEMA_BUILDERS } from '#scripts/build/bundles.ts';

type Build = NonNullable<ReturnType<typeof bundles>['hooks']['astro:build:ssr']>;

/**
 * Runs the end of a build.
 * @param pages the files that Astro links, by the page's file
 * @returns the kinds of styles that remain, by page
 */
function finish(pages: Record<string, string[]>): string[][] {
  const routes = Object.entries(pages).map(([file, styles]) => ({
    routeData: {
      component: `src/pages/${file}`,
      route: `/${file}`.replace(/(?:index)?\.astro$/, ''),
    },
    styles: styles.map((src) => ({ type: 'external', src })),
  }));
  const manifest = { routes, entryModules: {} };
  void bundles().hooks['astro:build:ssr']?.({ manifest } as Parameters<Build>[0]);
  return routes.map(({ styles }) => styles.map(({ type }) => type));
}

const SITE = '_astro/site.Ab.css';

test('each page links the sheets that it needs, and a redirect links none', () => {
  const pages = {
    'about.astro': [SITE, '_astro/mount.Cd.css'],
    'forums/explore.astro': [SITE],
    'staff/index.astro': [SITE],
    'forums/index.astro': [],
  };
  expect(finish(pages).map(({ length }) => length)).toEqual([1, 2, 3, 0]);
});

test('the landing page links no sheet', () => {
  expect(finish({ 'index.astro': [SITE], 'about.astro': [SITE] })).toEqual([
    ['inline'],
    ['external'],
  ]);
});

test('a build with pages that lack styles fails, and names them', () => {
  const other = { 'about.astro': [SITE], 'login.astro': ['_astro/mount.Cd.css'] };
  expect(() => finish(other)).toThrow('/login would be without styles');
  expect(() => finish({ 'about.astro': [], 'login.astro': [] })).toThrow('No page has styles');
});

/** Bundles a script that needs one constant of a contract. @returns the modules that are bundled with it */
async function bundleConstantOf(noun: string): Promise<string[]> {
  const contract = resolve(import.meta.dirname, `../../../src/lib/contract/${noun}.ts`);
  const modules: Record<string, string> = {
    'virtual:page': `import { CONSTANT } from '${contract}'; globalThis.page = CONSTANT;`,
  };
  const plugin = {
    name: 'page',
    resolveId: (id: string) => (id in modules ? id : undefined),
    load: (id: string) => modules[id],
    transform: (code: string, id: string) =>
      id === contract ? `${code}\nexport const CONSTANT = globalThis.size;` : undefined,
  };
  const rolldownOptions = {
    input: 'virtual:page',
    treeshake: { manualPureFunctions: SCHEMA_BUILDERS },
  };
  const options = { write: false, modulePreload: false, rolldownOptions } as const;
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: options,
  });
  const { output: chunks } = output as Rolldown.RolldownOutput;
  return Object.entries(chunks[0].modules)
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => id);
}

test.each([
  'forum/comments',
  'forum/follows',
  'forum/likes',
  'exchange/listings/listings',
  'people/members',
  'notifications/notifications',
  'forum/posts',
  'moderation/reports',
  'forum/search',
  'forum/suggestions',
])('a page that needs a constant of contract/%s.ts loads no Zod', async (noun) => {
  expect((await bundleConstantOf(noun)).filter((id) => id.includes('zod'))).toEqual([]);
});
