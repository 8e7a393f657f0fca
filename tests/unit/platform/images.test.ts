import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import {
  encodeImage,
  type RawImage,
  webpOptions,
} from '#lib/server/platform/images/convert-image.ts';
import {
  ImageConverter,
  processImage as processUpload,
} from '#lib/server/platform/images/process-image.ts';
import {
  blankPng,
  phonePhoto,
  readWebp,
  redBlueImage,
  softScreenshot,
  webpChunks,
} from '#tests/support/nouns/images.ts';
import { processAvatar, processImage } from '#tests/support/site/process-images.ts';

const jpeg = await redBlueImage(640, 480).jpeg().toBuffer();
const photo = await phonePhoto();

describe('a phone’s photo', () => {
  test('is resized to every width, upright, without metadata', async () => {
    const { exif, icc, xmp, iptc, orientation } = await sharp(photo).metadata();
    expect([exif, icc, xmp, iptc].map((each) => each !== undefined)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(orientation).toBe(6);

    const made = await processImage(photo, 'image/jpeg', 'IMG_2041.JPG');
    expect(made).toMatchObject({ width: 1600, height: 2133 });
    expect(made.files.map(({ width }) => width)).toEqual([480, 720, 960, 1600]);
    for (const { width, bytes } of made.files) {
      expect(webpChunks(bytes)).toEqual(['VP8 ']);
      const image = await readWebp(bytes);
      expect(image).toMatchObject({ width, height: Math.round((width * 4) / 3) });
      // After the rotation, the left half is on top.
      expect([image.at(0, 0), image.at(1, 0), image.at(0, 1), image.at(1, 1)]).toEqual([
        'red',
        'red',
        'blue',
        'blue',
      ]);
    }
  });

  test('is cropped to squares for an avatar', async () => {
    const made = await processAvatar(photo, 'image/jpg');
    expect(made).toMatchObject({ width: 320, height: 320 });
    for (const [at, side] of [96, 320].entries()) {
      const image = await readWebp(made.files[at]?.bytes ?? Buffer.of());
      expect(image).toMatchObject({ width: side, height: side });
      expect([image.at(0.5, 0), image.at(0.5, 1)]).toEqual(['red', 'blue']);
      expect(webpChunks(made.files[at]?.bytes ?? Buffer.of())).toEqual(['VP8 ']);
    }
  });
});

describe('sizes', () => {
  test.each([
    [1, 1, [1]],
    [479, 10, [479]],
    [480, 10, [480]],
    [481, 10, [480, 481]],
    [1600, 10, [480, 720, 960, 1600]],
    [1700, 10, [480, 720, 960, 1600]],
  ])(
    'an image of %i x %i is stored in the widths %j and never enlarged',
    async (width, height, widths) => {
      const made = await processImage(
        await redBlueImage(width, height).png().toBuffer(),
        'image/png',
      );
      expect(made.files.map((file) => file.width)).toEqual(widths);
      expect(made.width).toBe(widths.at(-1));
      expect((await readWebp(made.files.at(-1)?.bytes ?? Buffer.of())).width).toBe(made.width);
    },
  );

  test('a very tall image is reduced to fit WebP', async () => {
    const made = await processImage(blankPng(800, 16_000), 'image/png');
    expect(made).toMatchObject({ width: 410, height: 8192 });
    expect(made.files.map(({ width }) => width)).toEqual([410]);
  });

  test.each([
    ['a long screenshot', 600, 20_000, { width: 246, height: 8192 }],
    ['a wide panorama', 65_535, 30, { width: 1600, height: 1 }],
    ['a strip', 1, 65_535, { width: 1, height: 8192 }],
  ])('%s is reduced, too', async (_, width, height, size) => {
    expect(await processImage(blankPng(width, height), 'image/png')).toMatchObject(size);
  });

  test('a long screenshot has as many pixels as can be encoded within seconds', async () => {
    const opaque = await processImage(blankPng(1080, 5000), 'image/png');
    expect(opaque).toMatchObject({ width: 1080, height: 5000 });
    const transparent = await processImage(await softScreenshot(1080, 5000), 'image/png');
    expect(transparent).toMatchObject({ width: 929, height: 4301 });
    expect(webpChunks(transparent.files.at(-1)?.bytes ?? Buffer.of())).toContain('ALPH');
  });

  test('an avatar of a small image stays small', async () => {
    const made = await processAvatar(await redBlueImage(200, 50).png().toBuffer(), 'image/png');
    expect(made).toMatchObject({ width: 50, height: 50 });
    expect(made.files.map(({ width }) => width)).toEqual([50]);
  });
});

describe('other encodings', () => {
  const accepted: [string, Promise<Buffer>][] = [
    ['CMYK', redBlueImage(640, 480).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive scan', redBlueImage(640, 480).jpeg({ progressive: true }).toBuffer()],
    ['a palette', redBlueImage(640, 480).png({ palette: true, colours: 4 }).toBuffer()],
    ['interlaced rows', redBlueImage(640, 480).png({ progressive: true }).toBuffer()],
    ['16 bits', redBlueImage(640, 480).toColourspace('rgb16').png().toBuffer()],
    ['a wide gamut', redBlueImage(640, 480).withIccProfile('p3').png().toBuffer()],
    ['transparency', redBlueImage(640, 480).ensureAlpha(0.5).png().toBuffer()],
  ];
  test.each(accepted)('%s looks the same', async (of, source) => {
    const bytes = await source;
    const made = await processImage(bytes, bytes[0] === 0xff ? 'image/jpeg' : 'image/png');
    const { bytes: webp } = made.files.at(-1) ?? { bytes: Buffer.of() };
    const image = await readWebp(webp);
    expect([image.width, image.height, image.at(0, 0.5), image.at(1, 0.5)]).toEqual([
      640,
      480,
      'red',
      'blue',
    ]);
    // Without its ICC profile, a wide gamut's red would be 203, 45, 33. CMYK is off by 19, and WebP quality 65
    // adds 1.
    for (const [channel, value] of [220, 20, 20].entries())
      expect(Math.abs((image.corner[channel] ?? 0) - value)).toBeLessThan(of === 'CMYK' ? 24 : 10);
    expect(webpChunks(webp).filter((name) => !['VP8 ', 'VP8X', 'ALPH'].includes(name))).toEqual([]);
  });
});

/** Decoded pixels of one color. @param alpha the alpha of all but the first pixel, which is opaque */
function decoded(width: number, height: number, alpha?: number): RawImage {
  const channels = alpha === undefined ? 3 : 4;
  const data = Buffer.alloc(width * height * channels, 255);
  if (alpha !== undefined) for (let at = 7; at < data.length; at += 4) data[at] = alpha;
  const hasAlpha = channels === 4;
  const of = { format: 'raw', size: data.length, premultiplied: false } as const;
  return { data, info: { width, height, channels, hasAlpha, ...of } };
}

describe('the effort of encoding an image', () => {
  test.each([
    ['a photo', decoded(1600, 1200), [6, 6, 4, 4]],
    ['a transparent image', decoded(1600, 1200, 254), [2, 2, 2, 2]],
    ['an image whose transparency is not used', decoded(1600, 1200, 255), [6, 6, 4, 4]],
    ['a long image', decoded(1080, 5000), [2, 2, 2, 2]],
    ['a long transparent image', decoded(929, 4301, 0), [0, 0, 0, 0]],
  ])('%s', (_, image, efforts) => {
    expect([480, 720, 960, 1600].map((width) => webpOptions(width, image).effort)).toEqual(efforts);
  });

  test('transparency is stored in fewer levels', async () => {
    expect(webpOptions(480, decoded(9, 9, 0))).toMatchObject({ alphaQuality: 80 });
    const [file] = (await encodeImage(decoded(9, 9, 100), [480])).files;
    expect(webpChunks(file?.bytes ?? Buffer.of())).toContain('ALPH');
  });
});

test('a small image does not wait for the large ones of others', async () => {
  const done: string[] = [];
  const process = async (key: string, bytes: Buffer) => {
    const upload = { bytes, type: 'image/png', name: '' };
    await processUpload(upload, 'avatar', { key, hasLeft: () => false });
    done.push(key);
  };
  const large = blankPng(4000, 3000);
  const others = ['ana', 'ben', 'celia'].map((key) => process(key, large));
  await Promise.all([...others, process('maria', blankPng(90, 90))]);
  expect(done).toEqual(['ana', 'maria', 'ben', 'celia']);
});

test('one image is processed and 32 wait; another one is rejected', async () => {
  const made = Array.from({ length: 34 }, () => processAvatar(jpeg, 'image/jpeg'));
  await expect(made[33]).rejects.toMatchObject({ code: 'rate_limited' });
  expect((await Promise.all(made.slice(0, 33))).length).toBe(33);
});

test('an image whose client has left is not processed', async () => {
  const client = { key: 'maria', hasLeft: () => true };
  const upload = { bytes: jpeg, type: 'image/jpeg', name: '' };
  const made = processUpload(upload, 'avatar', client);
  await expect(made).rejects.toMatchObject({ code: 'request_aborted' });
});

test('an image that takes too long is abandoned, and the next one is processed', async () => {
  const job = { bytes: photo, usage: 'post' } as const;
  const small = { bytes: blankPng(8, 8), usage: 'avatar' } as const;
  const patient = new ImageConverter();
  await patient.convert(small);
  const start = performance.now();
  await patient.convert(job);
  const hasty = new ImageConverter((performance.now() - start) / 4);
  expect(await hasty.convert(job)).toBeNull();
  // On a busy machine even a small one may take too long.
  const next = expect.poll(() => hasty.convert(small));
  await next.toMatchObject({ image: { width: 8, height: 8 } });
});

test('no image is rejected because of the memory that earlier ones used', async () => {
  const converter = new ImageConverter();
  const usages = ['post', 'avatar', 'cover'] as const;
  const outcomes = [];
  for (let nth = 0; nth < 20; nth += 1)
    outcomes.push(await converter.convert({ bytes: photo, usage: usages[nth % 3] ?? 'post' }));
  expect(outcomes.filter((outcome) => !(outcome && 'image' in outcome))).toEqual([]);
});
