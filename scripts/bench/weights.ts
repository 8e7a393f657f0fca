// What a guest's page costs to fetch without its pictures, compressed as a browser would have it.
import { send } from './ask.ts';

/** A page's cost, in transferred bytes. */
export interface Weight {
  path: string;
  page: number;
  scripts: number;
  styles: number;
  fonts: number;
}

const PAGES = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  '/legal-agreements/licensing-terms',
  '/thank-you',
  '/offline',
  '/unauthorized',
  '/nothing',
];
// Errors are pages, too, for whoever asks for one.
const ACCEPT = { accept: 'text/html' };
const RESOURCE = /href="(\/eduhub\/[\w-]{36})"/g;
const SCRIPT =
  /<script[^>]+src="([^"]+)"|(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;
const FONT = /<link[^>]+href="([^"]+\.woff2)"/g;
const STYLE = /<link[^>]+href="([^"]+\.css)"/g;
// `import "./a.js"`, `from "./a.js"`: what is fetched with a script, unlike `import("./a.js")`.
const IMPORT = /(?:import|from)\s*["']([^"']+\.js)["']/g;

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, ...groups]) => groups.find(Boolean) ?? '');

/** Fetches things by address, each once. */
class Fetcher {
  readonly #port: number;
  readonly #sizes = new Map<string, number>();

  constructor(port: number) {
    this.#port = port;
  }

  async size(path: string): Promise<number> {
    const known = this.#sizes.get(path);
    if (known !== undefined) return known;
    const { body } = await send(
      { path, headers: { ...ACCEPT, 'accept-encoding': 'br' } },
      this.#port,
    );
    this.#sizes.set(path, body.length);
    return body.length;
  }

  async text(path: string): Promise<string> {
    const { body } = await send({ path, headers: ACCEPT }, this.#port);
    return body.toString();
  }

  /** @returns scripts with all they import, each once */
  async withImports(paths: string[]): Promise<string[]> {
    const all = new Set(paths);
    for (const path of all) {
      const base = `http://site${path}`;
      for (const each of found(await this.text(path), IMPORT))
        all.add(new URL(each, base).pathname);
    }
    return [...all];
  }

  async sum(paths: string[]): Promise<number> {
    const sizes = await Promise.all([...new Set(paths)].map((path) => this.size(path)));
    return sizes.reduce((all, size) => all + size, 0);
  }
}

async function weighPage(fetcher: Fetcher, path: string): Promise<Weight> {
  const html = await fetcher.text(path);
  const [page, scripts, styles, fonts] = await Promise.all([
    fetcher.size(path),
    fetcher.withImports(found(html, SCRIPT)).then((all) => fetcher.sum(all)),
    fetcher.sum(found(html, STYLE)),
    fetcher.sum(found(html, FONT)),
  ]);
  return { path, page, scripts, styles, fonts };
}

/** Weighs the guests' pages, and the first resource when there is one. @param port of the site */
export async function weigh(port: number): Promise<Weight[]> {
  const fetcher = new Fetcher(port);
  const resources = found(await fetcher.text('/eduhub'), RESOURCE).slice(0, 1);
  return Promise.all([...PAGES, ...resources].map((path) => weighPage(fetcher, path)));
}
