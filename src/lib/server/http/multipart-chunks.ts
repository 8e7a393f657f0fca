import { setTimeout as delay } from 'node:timers/promises';

import { AppError } from '#lib/server/errors.ts';

// The parser retains a view of every chunk, so small chunks are joined first.
const CHUNK_BYTES = 256 * 1024;
// Some 25 MB a second: without it, a large form on a fast line takes the processor for 100 ms in one go.
const PAUSE_MS = 10;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body in large chunks, with a pause after each, so that other requests come between.
 * @param maxBytes bytes the whole body may have
 * @throws AppError upload_too_large as soon as it has more
 */
export async function* rechunk(reader: Reader, maxBytes: number): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    total += next.value.length;
    if (total > maxBytes) throw new AppError('upload_too_large');
    chunks.push(next.value);
    size += next.value.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
    await delay(PAUSE_MS);
  }
  yield Buffer.concat(chunks);
}
