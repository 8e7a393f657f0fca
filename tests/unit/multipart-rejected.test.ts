// Rejected forms: too large, malformed, or with unknown parts (ASVS 5.2.1, 15.3.7).
import { describe, expect, test } from 'vitest';

import { UPLOAD } from '#lib/contract/images.ts';
import { ATTACHMENTS_MESSAGE } from '#lib/contract/posts.ts';
import { rechunk } from '#lib/server/http/multipart-chunks.ts';
import {
  MalformedUploadError,
  UnsupportedMediaTypeError,
  TooManyFilesError,
  UploadError,
  UploadTooLargeError,
} from '#lib/server/http/multipart-errors.ts';
import { readMultipart } from '#lib/server/http/multipart.ts';
import { blob, form, LIMITS, part, raw, send } from '#tests/support/multipart-forms.ts';

const BROKEN = 'The upload was broken off. Please send it again.';

const rejection = async (request: Request | Promise<Request>, limits = LIMITS) => {
  const error = await readMultipart(await request, limits).then(
    () => new Error('accepted'),
    (thrown: unknown) => thrown as Error,
  );
  if (!(error instanceof UploadError)) throw error;
  return { kind: error.constructor, code: error.code, message: error.message };
};

describe('limits', () => {
  test.each([
    [
      'a file',
      form(['attachments', blob(100_000), 'a.png']),
      form(['attachments', blob(100_001), 'a.png']),
      UPLOAD.sizeMessage,
    ],
    [
      'a field',
      form(['title', 'x'.repeat(1000)]),
      form(['title', 'x'.repeat(1001)]),
      'Please send a shorter text.',
    ],
    [
      'an unknown field',
      form(['odd', 'x'.repeat(1000)]),
      form(['odd', 'x'.repeat(1001)]),
      'Please send a shorter text.',
    ],
  ])('%s may be full, but not a byte more', async (_, full, over, message) => {
    await readMultipart(await full, LIMITS);
    expect(await rejection(over)).toEqual({
      kind: UploadTooLargeError,
      code: 'too_large',
      message,
    });
  });

  test('one file too many is rejected', async () => {
    const three = [1, 2, 3].map((): [string, Blob, string] => ['attachments', blob(1), 'a.png']);
    await readMultipart(await form(...three.slice(1)), LIMITS);
    expect(await rejection(form(...three))).toEqual({
      kind: TooManyFilesError,
      code: 'invalid',
      message: ATTACHMENTS_MESSAGE,
    });
    expect((await rejection(form(...three), { ...LIMITS, files: 1 })).message).toBe(
      'Please choose one picture.',
    );
  });

  test('a thousand fields are rejected', async () => {
    const many = Array.from({ length: 1000 }, (_, at): [string, string] => [`f${at}`, '']);
    expect(await rejection(form(...many))).toMatchObject({ kind: MalformedUploadError });
  });

  test('a declared length over the limit is rejected without reading the body', async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 });
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '250001',
    };
    expect((await rejection(send(body, headers))).code).toBe('too_large');
    expect(pulled).toBe(0);
  });

  test.each([
    ['in one file', part('name="attachments"; filename="a"', '').slice(0, -2)],
    ['in headers', '--b\r\nX: '],
    ['before the first boundary', '--b'],
    ['after the last boundary', `${part('name="title"')}--b--`],
  ])('60 MB that never end %s are rejected at the limit', async (_, start) => {
    const state = { sent: 0 };
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(start)),
      pull(controller) {
        state.sent += 65_536;
        if (state.sent > 60e6) controller.close();
        else controller.enqueue(Buffer.alloc(65_536, 'x'));
      },
    });
    const { kind } = await rejection(
      send(body, { 'content-type': 'multipart/form-data; boundary=b' }),
    );
    expect([UploadTooLargeError, MalformedUploadError]).toContain(kind);
    expect(state.sent).toBeLessThanOrEqual(LIMITS.totalBytes + 3 * 65_536);
  });

  test('small chunks are joined, so that a byte costs a byte', async () => {
    const bytes = 200_000;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((sent += 1) > bytes) controller.close();
        else controller.enqueue(Buffer.of(1));
      },
    });
    const sizes: number[] = [];
    for await (const block of rechunk(body.getReader(), bytes)) sizes.push(block.length);
    expect(sizes).toEqual([65_536, 65_536, 65_536, 200_000 - 3 * 65_536]);
  });
});

const LONG = 'b'.repeat(71);

describe('invalid forms', () => {
  const whole = `${part('name="title"')}--b--\r\n`;
  test.each([
    ['no type', ''],
    ['text', 'text/plain'],
    ['a URL-encoded form', 'application/x-www-form-urlencoded'],
    ['another multipart', 'multipart/mixed; boundary=b'],
    ['JSON that mentions it', 'application/json; multipart/form-data; boundary=b'],
  ])('%s', async (_, type) => {
    expect(await rejection(raw(whole, type))).toMatchObject({
      kind: UnsupportedMediaTypeError,
      code: 'unsupported_type',
    });
  });

  test.each([
    ['no boundary', raw(whole, 'multipart/form-data')],
    ['an empty boundary', raw(whole, 'multipart/form-data; boundary=""')],
    [
      'a boundary too long',
      raw(whole.replaceAll('--b', `--${LONG}`), `multipart/form-data; boundary=${LONG}`),
    ],
    ['another boundary', raw(whole, 'multipart/form-data; boundary=c')],
    [
      'no body',
      new Request('http://glean/', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
    ],
    ['an empty body', raw('')],
    ['a truncated body', raw(whole.slice(0, -4))],
    [
      'a body truncated in a file',
      raw(part('name="attachments"; filename="a"', 'xxxx').slice(0, -3)),
    ],
    ['a part without a name', raw(`${part('filename="a"')}--b--`)],
    ['a part without headers', raw('--b\r\n\r\nx\r\n--b--')],
    ['a name that is encoded', raw(`${part('name="attachments"; filename*=utf-9\'\'%41')}--b--`)],
    ['headers that are not UTF-8', raw(`${part('name="\xff"')}--b--`)],
    ['headers without end', raw(`${part('name="title"', 'x', `X: ${'x'.repeat(9000)}\r\n`)}--b--`)],
    ['a field that is not UTF-8', raw(`${part('name="title"', '\xc3\x28')}--b--`)],
  ])('%s', async (_, request) => {
    expect(await rejection(request)).toEqual({
      kind: MalformedUploadError,
      code: 'invalid',
      message: BROKEN,
    });
  });

  test.each([
    ['a repeated field', form(['title', 'a'], ['title', 'b']), /only once/],
    ['a file for a field', form(['title', blob(1), 'a.png']), /only where/],
    ['an unknown file', form(['avatar', blob(1), 'a.png']), /only where/],
  ])('%s', async (_, request, message) => {
    expect(await rejection(request)).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(message),
    });
  });
});
