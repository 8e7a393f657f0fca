import { setTimeout as pause } from 'node:timers/promises';

import { AppError } from '#lib/server/errors.ts';

// The parser retains a view of every chunk, so small chunks are joined first.
const CHUNK_BYTES = 256 * 1024;
// Some 25 MB a second, so that other requests come between.
const PAUSE_MS = 10;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body in large chunks.
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
    await pause(PAUSE_MS);
  }
  yield Buffer.concat(chunks);
}
