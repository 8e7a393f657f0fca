// What a guest's page costs to fetch: the page itself and its scripts, compressed as a browser would have them.
import { send } from './ask.ts';

/** A page's cost, in transferred bytes. */
export interface Weight {
  path: string;
  page: number;
  scripts: number;
  styles: number;
}

const PAGES = [
  '/',
  '/about',
  '/eduhub',
  '/forums/explore',
  '/thank-you',
  '/legal-agreements/licensing-terms',
];
const OK = 200;
const SCRIPT =
  /<script[^>]+src="([^"]+)"|(?:component-url|renderer-url|before-hydration-url)="([^"]+)"/g;
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
    const { status, body } = await send({ path, headers: { 'accept-encoding': 'br' } }, this.#port);
    const size = status === OK ? body.length : 0;
    this.#sizes.set(path, size);
    return size;
  }

  async text(path: string): Promise<string | null> {
    const { status, body } = await send({ path }, this.#port);
    return status === OK ? body.toString() : null;
  }

  /** @returns scripts with all they import, each once */
  async withImports(paths: string[]): Promise<string[]> {
    const all = new Set(paths);
    for (const path of all) {
      const base = `http://site${path}`;
      for (const each of found((await this.text(path)) ?? '', IMPORT))
        all.add(new URL(each, base).pathname);
    }
    return [...all];
  }

  async sum(paths: string[]): Promise<number> {
    const sizes = await Promise.all([...new Set(paths)].map((path) => this.size(path)));
    return sizes.reduce((all, size) => all + size, 0);
  }
}

/** Weighs the guests' pages; those that are not there are left out. @param port of the site */
export async function weigh(port: number): Promise<Weight[]> {
  const fetcher = new Fetcher(port);
  const weights: Weight[] = [];
  for (const path of PAGES) {
    const html = await fetcher.text(path);
    if (html === null) continue;
    const scripts = await fetcher.sum(await fetcher.withImports(found(html, SCRIPT)));
    const styles = await fetcher.sum(found(html, STYLE));
    weights.push({ path, page: await fetcher.size(path), scripts, styles });
  }
  return weights;
}
