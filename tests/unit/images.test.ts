import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { QueueFullError } from '#lib/server/bounded-queue.ts';
import { processAvatar, processImage } from '#lib/server/images/process-image.ts';
import { halves, lookInto, phonePhoto, webpChunks, whitePng } from '#tests/support/pictures.ts';

const jpeg = await halves(640, 480).jpeg().toBuffer();
const photo = await phonePhoto();

describe('what a phone sends', () => {
  test('is made in every width, upright, and says nothing of its maker', async () => {
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
      const seen = await lookInto(bytes);
      expect(seen).toMatchObject({ width, height: Math.round((width * 4) / 3) });
      // The left half is on top once it is turned.
      expect([seen.at(0, 0), seen.at(1, 0), seen.at(0, 1), seen.at(1, 1)]).toEqual([
        'red',
        'red',
        'blue',
        'blue',
      ]);
    }
  });

  test('is cut to squares for an avatar', async () => {
    const made = await processAvatar(photo, 'image/jpg');
    expect(made).toMatchObject({ width: 320, height: 320 });
    for (const [at, side] of [96, 320].entries()) {
      const seen = await lookInto(made.files[at]?.bytes ?? Buffer.of());
      expect(seen).toMatchObject({ width: side, height: side });
      expect([seen.at(0.5, 0), seen.at(0.5, 1)]).toEqual(['red', 'blue']);
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
  ])('a picture of %i x %i is kept in %j and never enlarged', async (width, height, widths) => {
    const made = await processImage(await halves(width, height).png().toBuffer(), 'image/png');
    expect(made.files.map((file) => file.width)).toEqual(widths);
    expect(made.width).toBe(widths.at(-1));
    expect((await lookInto(made.files.at(-1)?.bytes ?? Buffer.of())).width).toBe(made.width);
  });

  test('a very tall picture is made to fit WebP', async () => {
    const made = await processImage(whitePng(800, 16_000), 'image/png');
    expect(made).toMatchObject({ width: 410, height: 8192 });
    expect(made.files.map(({ width }) => width)).toEqual([410]);
  });

  test('an avatar of a small picture is as small', async () => {
    const made = await processAvatar(await halves(200, 50).png().toBuffer(), 'image/png');
    expect(made).toMatchObject({ width: 50, height: 50 });
    expect(made.files.map(({ width }) => width)).toEqual([50]);
  });
});

describe('other programs write', () => {
  const taken: [string, Promise<Buffer>][] = [
    ['CMYK', halves(640, 480).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive scan', halves(640, 480).jpeg({ progressive: true }).toBuffer()],
    ['a palette', halves(640, 480).png({ palette: true, colours: 4 }).toBuffer()],
    ['interlaced rows', halves(640, 480).png({ progressive: true }).toBuffer()],
    ['16 bits', halves(640, 480).toColourspace('rgb16').png().toBuffer()],
    ['a wide gamut', halves(640, 480).withIccProfile('p3').png().toBuffer()],
    ['transparency', halves(640, 480).ensureAlpha(0.5).png().toBuffer()],
  ];
  test.each(taken)('%s, and it looks the same', async (of, source) => {
    const bytes = await source;
    const made = await processImage(bytes, bytes[0] === 0xff ? 'image/jpeg' : 'image/png');
    const { bytes: webp } = made.files.at(-1) ?? { bytes: Buffer.of() };
    const seen = await lookInto(webp);
    expect([seen.width, seen.height, seen.at(0, 0.5), seen.at(1, 0.5)]).toEqual([
      640,
      480,
      'red',
      'blue',
    ]);
    // A profile that is dropped unread would leave a wide gamut's red at 203, 45, 33. Of CMYK's own 19, a quality of 65 is
    // one more.
    for (const [channel, value] of [220, 20, 20].entries())
      expect(Math.abs((seen.corner[channel] ?? 0) - value)).toBeLessThan(of === 'CMYK' ? 24 : 10);
    expect(webpChunks(webp).filter((name) => !['VP8 ', 'VP8X', 'ALPH'].includes(name))).toEqual([]);
  });
});

test('two are made at once and sixteen wait; one more is refused at once', async () => {
  const made = Array.from({ length: 19 }, () => processAvatar(jpeg, 'image/jpeg'));
  await expect(made[18]).rejects.toThrow(QueueFullError);
  expect((await Promise.all(made.slice(0, 18))).length).toBe(18);
});
