import { extname } from 'node:path';

import type { Encoding } from './encoding.ts';
import { hashContent } from './etag.ts';
import { isText, mediaType } from './media-types.ts';

/** One form of a file, ready to be sent. */
export interface Form {
  etag: string;
  headers: Record<string, string>;
  /** the headers of a 304 */
  validators: Record<string, string>;
  /** null when it is read from the disk */
  body: Buffer | null;
}

/** How the names of a file's compressed forms end. */
export const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** A file's compressed forms, as far as they are smaller. */
export type Compressed = Partial<Record<keyof typeof ENDINGS, Buffer>>;

// A larger binary stays on disk.
const SMALL_BYTES = 256 * 1024;

/** A built file in the forms it can be sent in. */
export class StaticFile {
  /** its path on the disk */
  readonly source: string;
  readonly #hash: string;
  readonly #headers: Record<string, string>;
  readonly #forms: Partial<Record<Encoding, Form>> = {};
  readonly #identity: Form;

  /**
   * @param source its path on the disk
   * @param content its bytes
   * @param compressed its other forms
   * @param headers besides its own
   */
  constructor(
    source: string,
    content: Buffer,
    compressed: Compressed,
    headers: Record<string, string>,
  ) {
    this.source = source;
    const type = mediaType(extname(source));
    const forms = Object.entries(compressed) as [keyof Compressed, Buffer][];
    this.#hash = hashContent(content);
    this.#headers = { ...headers, ...(forms.length > 0 && { vary: 'accept-encoding' }) };
    this.#headers = { ...this.#headers, 'content-type': type };
    const kept = isText(type) || content.length <= SMALL_BYTES;
    this.#identity = this.#toForm('identity', content.length, kept ? content : null);
    for (const [encoding, body] of forms)
      this.#forms[encoding] = this.#toForm(encoding, body.length, body);
  }

  /** @returns the form in a wished encoding, or else as it is */
  form(encoding: Encoding): Form {
    return this.#forms[encoding] ?? this.#identity;
  }

  /** Each form has an etag of its own, since its bytes differ (RFC 9110, 8.8.3). */
  #toForm(encoding: Encoding, size: number, body: Buffer | null): Form {
    const plain = encoding === 'identity';
    const etag = `"${this.#hash}${plain ? '' : `-${encoding}`}"`;
    const { 'content-type': _, ...rest } = this.#headers;
    const validators = { ...rest, etag };
    const headers = {
      ...this.#headers,
      etag,
      'content-length': String(size),
      ...(!plain && { 'content-encoding': encoding }),
    };
    return { etag, headers, validators, body };
  }
}
