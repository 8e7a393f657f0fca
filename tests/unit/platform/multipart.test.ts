import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readMultipart } from '#lib/server/platform/http/multipart.ts';
import { blob, form, inPieces, LIMITS, send } from '#tests/support/site/multipart-forms.ts';

describe('a form', () => {
  test('is read with its fields and files, in order', async () => {
    const { texts, files } = await readMultipart(
      await form(
        ['title', 'Dayami, 5 sako 🌾'],
        ['attachments[]', blob(3), 'a "b".png'],
        ['attachments', blob(4, 'image/JPEG'), 'Ñ.jpg'],
      ),
      LIMITS,
    );
    expect({ ...texts }).toEqual({ title: 'Dayami, 5 sako 🌾' });
    expect(files.map(({ type, bytes }) => [type, bytes.length])).toEqual([
      ['image/png', 3],
      ['image/jpeg', 4],
    ]);
    expect(files[1]?.name).toBe('Ñ.jpg');
  });

  test('may have an empty file field', async () => {
    const { files } = await readMultipart(
      await form(['attachments', new Blob([]), ''], ['title', 'x']),
      LIMITS,
    );
    expect(files).toEqual([]);
    // An empty file with a name is accepted here, and rejected later as an image.
    expect(
      (await readMultipart(await form(['attachments', blob(0), 'a.png']), LIMITS)).files.length,
    ).toBe(1);
  });

  test('may have unknown fields', async () => {
    const { texts } = await readMultipart(
      await form(['role', 'staff'], ['title', 'x'], ['role', 'staff']),
      LIMITS,
    );
    expect({ ...texts }).toEqual({ title: 'x' });
  });

  test('pollutes no prototype', async () => {
    const { texts } = await readMultipart(
      await form(['__proto__', 'polluted'], ['constructor', 'x']),
      LIMITS,
    );
    expect(Object.getPrototypeOf(texts)).toBeNull();
    expect(Object.keys(texts)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('the result does not depend on the chunks of the body', async () => {
  const source = await form(
    ['title', '\r\n--b\r\n--'],
    ['attachments', new Blob([Buffer.from('\r\n-\r\n--\r\n----b')]), 'a.png'],
    ['attachments', blob(90_000), 'b'],
  );
  const type = source.headers.get('content-type') ?? '';
  const whole = Buffer.concat([Buffer.from(await source.arrayBuffer()), Buffer.from('epilogue')]);
  const readAll = async (cuts: number[]) => {
    const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
    const chunks = at.slice(1).map((end, index) => whole.subarray(at[index], end));
    const { texts, files } = await readMultipart(
      send(inPieces(chunks), { 'content-type': type }),
      LIMITS,
    );
    return {
      texts: { ...texts },
      files: files.map(({ bytes, type: kind, name }) => ({
        kind,
        name,
        bytes: Buffer.from(bytes).toString('latin1'),
      })),
    };
  };
  const expected = await readAll([]);
  expect(expected.files.map(({ bytes }) => bytes.length)).toEqual([14, 90_000]);
  expect(expected.texts).toEqual({ title: '\r\n--b\r\n--' });
  const border = fc.oneof(
    fc.nat(700),
    fc.nat(whole.length),
    fc.nat(120).map((back) => whole.length - back),
    fc.integer({ min: 65_400, max: 65_700 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(border, { maxLength: 12 }), async (cuts) => {
      expect(await readAll(cuts)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
  await readAll(Array.from({ length: 700 }, (_, at) => at));
});
