// Compresses the built text files once, as much as possible, so that the server only sends them.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|html|json|m?js|svg|txt|wasm|webmanifest|xml)$/;
// Smaller files gain nothing. In larger ones each byte counts on prepaid data.
const MIN_BYTES = 128;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const bodies = {
    br: await toBrotli(content, { params }),
    gz: await toGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [extension, body] of Object.entries(bodies))
    if (body.length < content.length) await writeFile(`${path}.${extension}`, body);
}

/** Compresses all text files of a folder in parallel, because Brotli's best quality takes seconds for a large file. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((each) => each.isFile() && TEXT.test(each.name));
  await Promise.all(texts.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}
