// The size of a guest's page without images, compressed as for a browser.
import { type Send, withConnection } from './connection.ts';

/** The transferred bytes of a page. */
export type PageWeight = Awaited<ReturnType<typeof weighPage>>;

const LEGAL = '/legal-agreements/licensing-terms';
const PAGES = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  LEGAL,
  '/thank-you',
  '/offline',
  '/404',
];
const SCRIPT =
  /<script[^>]+src="([^"]+)"|(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;
const FONT = /<link[^>]+href="([^"]+\.woff2)"/g;
const STYLE = /<link[^>]+href="([^"]+\.css)"/g;
// Static imports load with a script; `import("./a.js")` does not.
const IMPORT = /(?:import|from)\s*["']([^"']+\.js)["']/g;

const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? '');

async function fetchBody(send: Send, path: string, encoding = 'identity'): Promise<Buffer> {
  // Error pages are sent only to clients that accept HTML.
  const headers = { accept: 'text/html, */*', 'accept-encoding': encoding };
  return (await send({ path, headers })).body;
}

/** Scripts with their static imports, each once. */
async function withImports(send: Send, paths: string[]): Promise<string[]> {
  const all = new Set(paths);
  for (const path of all) {
    const script = (await fetchBody(send, path)).toString();
    for (const each of findAll(script, IMPORT)) all.add(new URL(each, `http://a${path}`).pathname);
  }
  return [...all];
}

async function sizeOf(send: Send, paths: string[]): Promise<number> {
  let size = 0;
  for (const path of new Set(paths)) size += (await fetchBody(send, path, 'br')).length;
  return size;
}

async function weighPage(send: Send, path: string) {
  const html = (await fetchBody(send, path)).toString();
  const page = await sizeOf(send, [path]);
  const scripts = await sizeOf(send, await withImports(send, findAll(html, SCRIPT)));
  const styles = await sizeOf(send, findAll(html, STYLE));
  const fonts = await sizeOf(send, findAll(html, FONT));
  return { path, page, scripts, styles, fonts, all: page + scripts + styles + fonts };
}

/** Weighs the guests' pages of the site on a port. */
export const weighPages = (port: number): Promise<PageWeight[]> =>
  withConnection(port, (send) => Promise.all(PAGES.map((path) => weighPage(send, path))));
