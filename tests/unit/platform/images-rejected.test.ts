// Files that must be rejected or cleaned: other types, bombs, damage, embedded scripts (ASVS 5.2, 5.3).
import { deflateSync } from 'node:zlib';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { UPLOAD } from '#lib/contract/images.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import '#lib/server/platform/images/convert-image.ts';
import { stripAncillaryChunks } from '#lib/server/platform/images/inspect-image.ts';
import {
  animatedPng,
  blankPng,
  phonePhoto,
  pngChunk,
  readWebp,
  redBlueImage,
  webpChunks,
  withChunks,
  withSegment,
} from '#tests/support/nouns/images.ts';
import { processAvatar, processImage } from '#tests/support/site/process-images.ts';

const png = await redBlueImage(640, 480).png().toBuffer();
const jpeg = await redBlueImage(640, 480).jpeg().toBuffer();
const photo = await phonePhoto();
const SENT: Record<string, Buffer> = {
  png,
  jpeg,
  gif: await redBlueImage(64, 64).gif().toBuffer(),
  webp: await redBlueImage(64, 64).webp().toBuffer(),
  tiff: await redBlueImage(64, 64).tiff().toBuffer(),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  almost: Buffer.from('89504e470d0a1a0b', 'hex'),
  text: Buffer.from('\u0089PNG'),
};

const codeOf = async (made: Promise<unknown>) => {
  const error = await made.then(
    () => new Error('accepted'),
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : String(error);
};

describe('type, first bytes and name must agree', () => {
  const types = [
    'image/png',
    'image/jpeg',
    'image/jpg',
    'image/gif',
    'image/svg+xml',
    'text/html',
    '',
  ];
  const names = [
    '',
    'blob',
    'a.png',
    'A.PNG',
    'a.jpg',
    'a.jpeg',
    'a.gif',
    'a.svg',
    'a.png.html',
    'a.php',
  ];
  const KIND: Record<string, RegExp> = { png: /^(png|PNG)$/, jpeg: /^jpe?g$/ };

  test.each(Object.keys(SENT))('%s', async (kind) => {
    for (const type of types)
      for (const name of names) {
        const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : undefined;
        const agrees = KIND[kind]?.test(type.slice(6)) && (!ending || KIND[kind].test(ending));
        const code = await codeOf(processAvatar(SENT[kind] ?? png, type, name));
        expect([kind, type, name, code]).toEqual([
          kind,
          type,
          name,
          agrees ? 'Error: accepted' : 'unsupported_image_type',
        ]);
      }
  });

  test('a declared type may have parameters and capitals', async () => {
    expect((await processAvatar(png, 'Image/PNG; charset=binary')).width).toBe(320);
  });

  test('no other image loader is enabled', async () => {
    for (const kind of ['gif', 'webp', 'tiff', 'svg'])
      await expect(sharp(SENT[kind]).metadata()).rejects.toThrow(/unsupported|blocked/);
  });
});

const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
const cut = (whole: Buffer, share: number) => whole.subarray(0, Math.max(12, whole.length * share));

describe('malicious files', () => {
  const bomb = blankPng(16_000, 16_000);

  test('a bomb of 16,000 x 16,000 is rejected without decoding', async () => {
    expect(bomb.length).toBeLessThan(100_000);
    await processAvatar(png, 'image/png');
    expect(await codeOf(processImage(bomb, 'image/png'))).toBe('image_too_many_pixels');
  });

  test('40 megapixels are accepted, one more row is not', async () => {
    expect(await codeOf(processAvatar(blankPng(8000, 5000), 'image/png'))).toBe('Error: accepted');
    expect(await codeOf(processAvatar(blankPng(8000, 5001), 'image/png'))).toBe(
      'image_too_many_pixels',
    );
  });

  test('one byte more than 5 MB is rejected', async () => {
    expect(await codeOf(processAvatar(padded(UPLOAD.maxBytes), 'image/png'))).toBe(
      'Error: accepted',
    );
    expect(await codeOf(processAvatar(padded(UPLOAD.maxBytes + 1), 'image/png'))).toBe(
      'file_too_large',
    );
  });

  test('a truncated file is rejected', async () => {
    for (const share of [0.001, 0.3, 0.9]) {
      expect(await codeOf(processImage(cut(photo, share), 'image/jpeg'))).toBe('image_damaged');
      expect(await codeOf(processImage(cut(bomb, share), 'image/png'))).toMatch(/damaged|pixels/);
      expect(await codeOf(processImage(cut(png, share), 'image/png'))).toBe('image_damaged');
    }
  });

  test('an animation is reduced to its first frame', async () => {
    const made = await processImage(await animatedPng(), 'image/png');
    const image = await readWebp(made.files[0]?.bytes ?? Buffer.of());
    expect([image.width, image.height, image.at(0, 0.5), image.at(1, 0.5)]).toEqual([
      64,
      64,
      'red',
      'blue',
    ]);
    expect(webpChunks(made.files[0]?.bytes ?? Buffer.of())).toEqual(['VP8 ']);
  });

  test.each([
    [
      '900 texts',
      Array.from({ length: 900 }, (_, at) => pngChunk('tEXt', Buffer.from(`k${at}\0v`))),
    ],
    [
      'a profile of 60 MB',
      [pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(60e6))]))],
    ],
    [
      'a text of 60 MB',
      [pngChunk('zTXt', Buffer.concat([Buffer.from('t\0\0'), deflateSync(Buffer.alloc(60e6))]))],
    ],
  ])('a PNG with %s does no harm', async (_, chunks) => {
    const bytes = withChunks(await redBlueImage(64, 64).png().toBuffer(), chunks);
    expect(await codeOf(processImage(bytes, 'image/png'))).toMatch(/^(Error: accepted|damaged)$/);
  });

  test('embedded scripts are removed', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const riders: [string, Buffer][] = [
      ['image/jpeg', Buffer.concat([withSegment(jpeg, 0xfe, script), script])],
      ['image/png', Buffer.concat([withChunks(png, [pngChunk('tEXt', script)]), script])],
    ];
    for (const [type, bytes] of riders) {
      expect(bytes.includes('<script>')).toBe(true);
      for (const file of (await processImage(bytes, type)).files) {
        expect(file.bytes.includes('script')).toBe(false);
        expect(webpChunks(file.bytes)).toEqual(['VP8 ']);
      }
    }
  });
});

test('compressed text chunks are removed without being inflated (ASVS 5.2.3)', async () => {
  const bomb = Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(50e6))]);
  const texts = Array.from({ length: 90 }, () => pngChunk('zTXt', bomb));
  const bytes = withChunks(blankPng(10, 10), texts);
  const stripped = Buffer.from(stripAncillaryChunks(bytes) ?? []);
  expect(stripped.equals(blankPng(10, 10))).toBe(true);
  expect((await processImage(bytes, 'image/png')).width).toBe(10);
});

test('a strip of one pixel by millions is rejected', async () => {
  const strip = processImage(blankPng(1, 39_000_000), 'image/png');
  await expect(strip).rejects.toMatchObject({ code: 'image_too_long' });
});

test('an empty file of any type is rejected as empty', async () => {
  for (const type of ['image/png', 'image/jpeg', 'image/heic', ''])
    expect(await codeOf(processImage(Buffer.of(), type))).toBe('image_empty');
});

describe('a file without its end', () => {
  const progressive = redBlueImage(640, 480).jpeg({ progressive: true }).toBuffer();

  test('is accepted when only the end is missing', async () => {
    for (const missing of [1, 4, 12])
      expect((await processImage(png.subarray(0, -missing), 'image/png')).width).toBe(640);
    for (const bytes of [jpeg, await progressive])
      for (const missing of [1, 2])
        expect(await codeOf(processImage(bytes.subarray(0, -missing), 'image/jpeg'))).toBe(
          'Error: accepted',
        );
  });

  test('is rejected when more is missing', async () => {
    for (const missing of [13, 20, 200])
      expect(await codeOf(processImage(png.subarray(0, -missing), 'image/png'))).toBe(
        'image_damaged',
      );
    for (const bytes of [jpeg, await progressive])
      for (const missing of [3, 9, 200])
        expect(await codeOf(processImage(bytes.subarray(0, -missing), 'image/jpeg'))).toBe(
          'image_damaged',
        );
  });
});

test.each([
  ['text chunks', 'tEXt', Buffer.from('k\0v')],
  // 5 MB of these took 0.4 s.
  ['empty image chunks', 'IDAT', Buffer.alloc(0)],
])('a file with ten thousand %s is rejected', async (_, name, content) => {
  const chunks = Array.from({ length: 10_000 }, () => pngChunk(name, content));
  const many = processImage(withChunks(blankPng(10, 10), chunks), 'image/png');
  await expect(many).rejects.toMatchObject({ code: 'image_damaged' });
});
