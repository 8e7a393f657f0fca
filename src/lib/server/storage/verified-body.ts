import { createHash } from 'node:crypto';

import { StorageError } from './file-store.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a chunk. @throws when none comes in time */
async function readInTime(reader: ReadableStreamDefaultReader<Bytes>, ms: number) {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No bytes in ${ms} ms.`)), ms);
  try {
    return await Promise.race([reader.read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Checks a body while it is read. Its last bytes wait for the end of the check, so that no client takes a damaged file for
 * a whole one.
 * @param checksum SHA-256, base64; null for a file stored without
 * @param idleMs how long the next bytes may take
 * @returns the body, which fails with StorageError when it stalls, breaks or is damaged
 */
export function verifyBody(body: ReadableStream<Bytes>, checksum: string | null, idleMs: number) {
  const reader = body.getReader();
  const sha256 = createHash('sha256');
  let last: Bytes | undefined;

  const readNext = async (): Promise<Bytes | undefined> => {
    for (;;) {
      const { done, value } = await readInTime(reader, idleMs);
      if (done) return undefined;
      sha256.update(value);
      const ready = last;
      last = value;
      if (ready) return ready;
    }
  };

  const pull = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    const chunk = await readNext();
    if (chunk) return controller.enqueue(chunk);
    if (checksum && sha256.digest('base64') !== checksum)
      throw new Error('Its checksum is another.');
    if (last) controller.enqueue(last);
    controller.close();
  };

  return new ReadableStream<Bytes>(
    {
      pull: (controller) =>
        pull(controller).catch(async (cause: unknown) => {
          void reader.cancel().catch(() => {});
          throw new StorageError('The bucket sent a file that is not whole.', { cause });
        }),
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
