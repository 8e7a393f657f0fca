import { CACHES, FAVICON } from '#lib/client/offline/cache-names.ts';
import { listAssets } from '#lib/client/offline/cached-pages.ts';
import { listMemberCaches } from '#lib/client/offline/member-cache.ts';
import { savedImages } from '#lib/client/offline/saved-pages.ts';

const IMAGE_FOLDER = /^.*\/media\/[\w-]+\/(?=\d+\.webp$)/;

/** Finds a cached image in any size. */
async function anyCachedSize(files: Cache, address: string): Promise<Response | undefined> {
  const [folder] = IMAGE_FOLDER.exec(address) ?? [];
  if (!folder) return undefined;
  const requests = await files.keys();
  const other = requests.find(({ url }) => url.startsWith(folder));
  return other && files.match(other);
}

/** Serves an immutable file from the cache, or else from the server. */
export async function handleAsset(request: Request): Promise<Response> {
  const files = await caches.open(CACHES.files);
  const cached = await files.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  try {
    return await fetch(request);
  } catch (error) {
    const other = await anyCachedSize(files, request.url);
    if (other) return other;
    throw error;
  }
}

/** Deletes files that no cached page needs, e.g. those of an older build. */
export async function deleteOrphans(): Promise<void> {
  const files = await caches.open(CACHES.files);
  const needed = new Set<string>([FAVICON]);
  const members = await listMemberCaches();
  for (const name of [CACHES.shell, CACHES.visited, CACHES.saved, ...members]) {
    const pages = await caches.open(name);
    for (const page of await pages.matchAll())
      for (const path of [...(await listAssets(files, page)), ...savedImages(page)])
        needed.add(path);
  }
  const requests = await files.keys();
  const isOrphan = ({ url }: Request) => {
    const { pathname, search } = new URL(url);
    return !needed.has(pathname + search);
  };
  await Promise.all(requests.filter(isOrphan).map((orphan) => files.delete(orphan)));
}
