import { expect, test } from 'vitest';

import { bundles } from '#scripts/bundles.ts';

type Build = NonNullable<ReturnType<typeof bundles>['hooks']['astro:build:ssr']>;

/**
 * Runs the end of a build.
 * @returns the styles that remain on each page
 */
function finish(pages: Record<string, string[]>): unknown[] {
  const routes = Object.entries(pages).map(([route, files]) => ({
    routeData: { route },
    styles: files.map((src) => ({ type: 'external', src })),
  }));
  const manifest = { routes, entryModules: {} };
  void bundles().hooks['astro:build:ssr']?.({ manifest } as unknown as Parameters<Build>[0]);
  return routes.map(({ styles }) => styles.map(({ src }) => src));
}

test('a page names the site’s sheet alone, and one that leads elsewhere none', () => {
  const pages = { '/about': ['_astro/site.Ab.css', '_astro/mount.Cd.css'], '/forums': [] };
  expect(finish(pages)).toEqual([['_astro/site.Ab.css'], []]);
});

test('a build whose pages would be without styles fails, and says which', () => {
  const other = { '/about': ['_astro/site.Ab.css'], '/login': ['_astro/mount.Cd.css'] };
  expect(() => finish(other)).toThrow('/login would be without styles');
  expect(() => finish({ '/about': [], '/login': [] })).toThrow('No page has styles');
});
