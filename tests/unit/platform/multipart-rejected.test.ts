// Rejected forms: too large, malformed, or with unknown parts (ASVS 5.2.1, 15.3.7).
import { describe, expect, test } from 'vitest';

import { AppError } from '#lib/server/platform/errors.ts';
import { readMultipart, rechunk } from '#lib/server/platform/http/multipart.ts';
import { blob, form, LIMITS, part, raw, send } from '#tests/support/site/multipart-forms.ts';

const rejectionCode = async (request: Request | Promise<Request>, limits = LIMITS) => {
  const error = await readMultipart(await request, limits).then(
    () => new Error('accepted'),
    (thrown: unknown) => thrown as Error,
  );
  if (!(error instanceof AppError)) throw error;
  return error.code;
};

describe('limits', () => {
  test.each([
    [
      'a file',
      form(['attachments', blob(100_000), 'a.png']),
      form(['attachments', blob(100_001), 'a.png']),
      'file_too_large',
    ],
    [
      'a field',
      form(['title', 'x'.repeat(1000)]),
      form(['title', 'x'.repeat(1001)]),
      'text_too_large',
    ],
    [
      'an unknown field',
      form(['odd', 'x'.repeat(1000)]),
      form(['odd', 'x'.repeat(1001)]),
      'text_too_large',
    ],
  ])('%s may be full, but not a byte more', async (_, full, over, code) => {
    await readMultipart(await full, LIMITS);
    expect(await rejectionCode(over)).toBe(code);
  });

  test('one file too many is rejected', async () => {
    const three = [1, 2, 3].map((): [string, Blob, string] => ['attachments', blob(1), 'a.png']);
    await readMultipart(await form(...three.slice(1)), LIMITS);
    expect(await rejectionCode(form(...three))).toBe('too_many_attachments');
  });

  test('a thousand fields are rejected', async () => {
    const many = Array.from({ length: 1000 }, (_, at): [string, string] => [`f${at}`, '']);
    expect(await rejectionCode(form(...many))).toBe('malformed_upload');
  });

  test('a declared length over the limit is rejected without reading the body', async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 });
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '250001',
    };
    expect(await rejectionCode(send(body, headers))).toBe('upload_too_large');
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
    const code = await rejectionCode(
      send(body, { 'content-type': 'multipart/form-data; boundary=b' }),
    );
    expect(['upload_too_large', 'malformed_upload', 'file_too_large']).toContain(code);
    expect(state.sent).toBeLessThanOrEqual(LIMITS.totalBytes + 3 * 65_536);
  });

  test('small chunks are joined, so that a byte costs a byte', async () => {
    const bytes = 600_000;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if ((sent += 1) > bytes) controller.close();
        else controller.enqueue(Buffer.of(1));
      },
    });
    const sizes: number[] = [];
    for await (const block of rechunk(body.getReader(), bytes)) sizes.push(block.length);
    expect(sizes).toEqual([262_144, 262_144, 600_000 - 2 * 262_144]);
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
    expect(await rejectionCode(raw(whole, type))).toBe('unsupported_media_type');
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
    ['headers above 1 KB', raw(`${part('name="title"', 'x', `X: ${'x'.repeat(1000)}\r\n`)}--b--`)],
    [
      'an encoded name after an open quote',
      raw(`${part("name=\"title; filename*=utf-8''a")}--b--`),
    ],
  ])('%s', async (_, request) => {
    expect(await rejectionCode(request)).toBe('malformed_upload');
  });

  test.each([
    [
      'a field that is not UTF-8',
      raw(`${part('name="title"', '\xc3\x28')}--b--`),
      'invalid_encoding',
    ],
    ['a repeated field', form(['title', 'a'], ['title', 'b']), 'duplicate_field'],
    ['a file for a field', form(['title', blob(1), 'a.png']), 'unexpected_file'],
    ['an unknown file', form(['avatar', blob(1), 'a.png']), 'unexpected_file'],
  ])('%s', async (_, request, code) => {
    expect(await rejectionCode(request)).toBe(code);
  });
});
