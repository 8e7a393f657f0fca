import { IncomingMessage } from 'node:http';

import { isUpload } from './request-body.ts';

// A chunk of one byte takes six bytes on the wire, and as much processor time as one of 64 KB.
export const SMALL_CHUNKS = 100;
export const CHUNK_BYTES = 256;

/**
 * The server's class of requests. It limits the number of chunks of a body by its size, and reports when the body is
 * in memory.
 */
export class GuardedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #isDropped = false;
  #onExcess: (() => void) | undefined;
  #onBuffered: (() => void) | undefined;

  /**
   * Node's parser calls this for each part of the body, and with null at the end. When it returns false, Node stops
   * reading.
   */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#isDropped) return false;
    if (chunk && this.#isExcessive(chunk)) {
      this.#isDropped = true;
      this.#onExcess?.();
      return false;
    }
    const hasRoom = super.push(chunk, encoding);
    if (!chunk || !hasRoom) this.#endWait();
    return hasRoom;
  }

  #isExcessive(chunk: Buffer): boolean {
    this.#chunks += 1;
    this.#bytes += chunk.length;
    return this.#chunks > SMALL_CHUNKS + this.#bytes / CHUNK_BYTES;
  }

  #endWait(): void {
    const onBuffered = this.#onBuffered;
    this.#onBuffered = undefined;
    onBuffered?.();
  }

  /** @param onExcess called when the body has too many chunks; the rest is dropped */
  whenExcessive(onExcess: () => void): void {
    this.#onExcess = onExcess;
  }

  /**
   * Waits for the body, if there is one, so that hundreds that end together are handled in turns. Forms with files
   * are read while they arrive.
   * @param onBuffered called once the body has arrived, or as much of it as Node buffers
   */
  whenBuffered(onBuffered: () => void): void {
    const { headers, readableHighWaterMark: room } = this;
    const length = headers['transfer-encoding'] ? 1 : Number(headers['content-length'] ?? 0);
    const isAwaited = length > 0 && length <= room && !isUpload(this);
    if (!isAwaited || this.complete || this.readableLength >= room) onBuffered();
    else this.#onBuffered = onBuffered;
  }
}
