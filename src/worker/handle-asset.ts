import { CACHES, FAVICON } from '#lib/client/offline/cache-names.ts';
import { isFont, dependenciesOf } from '#lib/client/offline/cached-pages.ts';

const IMAGE_FOLDER = /^.*\/media\/[\w-]+\/(?=\d+\.webp$)/;

/** A kept picture in another size than the screen would have. */
async function anyCachedSize(files: Cache, address: string): Promise<Response | undefined> {
  const [folder] = IMAGE_FOLDER.exec(address) ?? [];
  if (!folder) return undefined;
  const kept = await files.keys();
  const other = kept.find(({ url }) => url.startsWith(folder));
  return other && files.match(other);
}

/** Answers a request for a file whose content never changes: from what is kept, else from the server. */
export async function handleAsset(request: Request): Promise<Response> {
  const files = await caches.open(CACHES.files);
  const kept = await files.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    const other = await anyCachedSize(files, request.url);
    if (other) return other;
    throw error;
  }
}

/** Collects what a page, or a file, is made of: pictures, built files, and what those need in turn. */
async function collect(files: Cache, address: string, text: string, all: Set<string>) {
  for (const [picture] of text.matchAll(/\/media\/[\w-]+\/\d+\.webp/g)) all.add(picture);
  for (const part of dependenciesOf(address, text).filter((each) => !all.has(each))) {
    all.add(part);
    const file = isFont(part) ? undefined : await files.match(part);
    if (file) await collect(files, part, await file.text(), all);
  }
}

/** Removes the files that no kept page needs any more, as after the site was built anew. */
export async function deleteOrphans(): Promise<void> {
  const files = await caches.open(CACHES.files);
  const needed = new Set<string>([FAVICON]);
  for (const name of [CACHES.shell, CACHES.visited, CACHES.saved]) {
    const pages = await caches.open(name);
    for (const page of await pages.matchAll()) await collect(files, '', await page.text(), needed);
  }
  const kept = await files.keys();
  const orphans = kept.filter(({ url }) => !needed.has(new URL(url).pathname));
  await Promise.all(orphans.map((orphan) => files.delete(orphan)));
}
