import { UploadTooLarge } from './multipart-errors.ts';

// The parser keeps a view of every block it is given, so a body that trickles in is gathered first.
const BLOCK_BYTES = 64 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body in blocks, none of them small but the last.
 * @param most bytes the whole body may have
 * @throws UploadTooLarge as soon as it has more
 */
export async function* inBlocks(reader: Reader, most: number): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    total += next.value.length;
    if (total > most) throw new UploadTooLarge();
    gathered.push(next.value);
    size += next.value.length;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    size = 0;
  }
  yield Buffer.concat(gathered);
}
