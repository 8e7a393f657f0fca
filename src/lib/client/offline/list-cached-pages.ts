import { CACHES } from './cache-names.ts';

/** A stored page, for the list on the offline page. */
export interface CachedPage {
  path: string;
  title: string;
  /** URLs of the images that were saved with it */
  images: string[];
  /** e.g. `412 KB`; empty for a page that was only visited */
  size: string;
}

/** Reads title and size from the page; the title is without the names of the site and the section. */
function toCachedPage(address: string, html: string): CachedPage {
  const { pathname, search } = new URL(address);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { save = '', size = '' } = page.querySelector<HTMLElement>('[data-save]')?.dataset ?? {};
  const [title = ''] = page.title.split(' | ', 1);
  return { path: pathname + search, title, size, images: save.split(' ').filter(Boolean) };
}

async function readPages(name: string): Promise<CachedPage[]> {
  const pages = await caches.open(name);
  const read = async (request: Request) => {
    const page = await pages.match(request, { ignoreVary: true });
    return toCachedPage(request.url, (await page?.text()) ?? '');
  };
  const requests = await pages.keys();
  return (await Promise.all(requests.map(read))).toReversed();
}

/** @returns the saved pages, and the visited ones that are not saved; the latest first */
export async function listCachedPages(): Promise<{ saved: CachedPage[]; visited: CachedPage[] }> {
  const saved = await readPages(CACHES.saved);
  const paths = new Set(saved.map(({ path }) => path));
  const others = await readPages(CACHES.visited);
  return { saved, visited: others.filter(({ path }) => !paths.has(path)) };
}
