import { type FilePack, PACKED_TYPES } from '#lib/contract/offline-packs.ts';

// Up to this many files are fetched one by one: a pack may be a hundred times as large.
const FEW = 3;

const typeOf = (path: string) => PACKED_TYPES[path.split('.').at(-1) ?? ''] ?? '';

async function fetchPack(path: string): Promise<FilePack> {
  const response = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
  // The release before has no packs: its files are fetched one by one.
  return response.ok ? response.json() : {};
}

/** @throws TypeError when the response is a page, such as that of a captive portal: it would be stored for good */
async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path);
  if (response.ok && !response.headers.get('content-type')?.startsWith('text/html'))
    return response;
  throw new TypeError(`${path} is not the file.`);
}

/**
 * Stores files that are not stored yet.
 * @param pack path of the pack, which has the contents of most files
 */
export async function cacheFiles(files: Cache, paths: string[], pack: string): Promise<void> {
  const stored = await Promise.all(paths.map((path) => files.match(path)));
  const missing = paths.filter((_, nth) => !stored[nth]);
  const packed = missing.length > FEW ? await fetchPack(pack) : {};
  const store = async (path: string) => {
    const text = packed[path];
    if (text === undefined) return files.put(path, await fetchFile(path));
    return files.put(path, new Response(text, { headers: { 'content-type': typeOf(path) } }));
  };
  await Promise.all(missing.map(store));
}
