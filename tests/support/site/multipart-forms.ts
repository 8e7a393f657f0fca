// Valid and malformed multipart requests.
import type { UploadLimits } from '#lib/server/platform/http/multipart.ts';

export const LIMITS: UploadLimits = {
  files: 2,
  tooManyFiles: 'too_many_attachments',
  fileBytes: 100_000,
  textBytes: 1000,
  totalBytes: 250_000,
  fileField: 'attachments',
  textFields: ['title', '__proto__'],
};

export const send = (body: BodyInit, headers: HeadersInit = {}): Request =>
  new Request('http://glean/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

/** A form as a browser sends it: fields, and files with their names. */
export async function form(...fields: [string, string | Blob, string?][]): Promise<Request> {
  const data = new FormData();
  for (const [name, value, file] of fields)
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, file);
  const request = send(data);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  // As bytes, because undici's form stream causes an unhandled rejection when canceled.
  return send(await request.arrayBuffer(), headers);
}

/** A file of this size. */
export const blob = (size: number, type = 'image/png'): Blob =>
  new Blob([Buffer.alloc(size, 'p')], { type });

/** A hand-written body with the boundary `b`, one byte per character. */
export const raw = (body: string, type = 'multipart/form-data; boundary=b'): Request =>
  send(Buffer.from(body, 'latin1'), { 'content-type': type });

/** A part of a hand-written body. */
export const part = (disposition: string, content = 'x', more = ''): string =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;

/** A body that arrives in pieces. */
export const inPieces = (pieces: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
