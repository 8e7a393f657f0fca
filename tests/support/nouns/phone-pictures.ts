// Generated pictures like those of phones, for tests of every crop: a field with straw below a sky, with the noise,
// tones and errors of photos. None of them is in the product.
import sharp, { type Sharp } from 'sharp';

const CHANNELS = 3;
const LONG_SIDE = 960;

type Color = readonly [red: number, green: number, blue: number];
const SKY: Color = [126, 170, 214];
const HAZE: Color = [222, 226, 220];
const TREES: Color = [62, 84, 48];
const STRAW: Color = [196, 164, 92];
const SOIL: Color = [112, 84, 56];

const mix = (from: Color, to: Color, share: number): Color => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** A pseudorandom number between 0 and 1 that depends on the position. */
function randomAt(x: number, y: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

const smooth = (t: number) => t * t * (3 - 2 * t);

/** Smooth noise that changes slowly across the image. */
function cloudAt(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [smooth(x - left), smooth(y - top)];
  const rowAt = (row: number) =>
    randomAt(left, row) * (1 - right) + randomAt(left + 1, row) * right;
  return rowAt(top) * (1 - down) + rowAt(top + 1) * down;
}

/** @param x and y between 0 and 1. @param unit pixels of the shorter side */
function colorAt(x: number, y: number, unit: number): Color {
  const horizon = 0.36 + 0.03 * cloudAt(x * 4, 1);
  if (y < horizon - 0.05) return mix(SKY, HAZE, Math.max(y / horizon, cloudAt(x * 5, y * 9) - 0.3));
  if (y < horizon) return mix(TREES, SKY, 0.3 * cloudAt(x * 60, y * 60));
  const depth = (y - horizon) / (1 - horizon);
  // Stalks are wide and flat, and larger in the foreground.
  const stalks = cloudAt((x * unit) / (9 + 30 * depth), (y * unit) / (1.5 + 4 * depth));
  const bale = Math.hypot((x - 0.55) * 1.6, (y - 0.66) * 2.4) < 0.24 ? 0.45 : 0;
  return mix(mix(SOIL, STRAW, 0.35 + 0.65 * stalks), [236, 210, 140], bale * stalks);
}

function field(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * CHANNELS);
  const unit = Math.min(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const grain = (randomAt(x + 0.5, y) - 0.5) * 22;
      const color = colorAt(x / width, y / height, unit);
      color.forEach((value, channel) => {
        const lit = Math.min(255, Math.max(0, value + grain));
        pixels[(y * width + x) * CHANNELS + channel] = lit;
      });
    }
  return sharp(pixels, { raw: { width, height, channels: CHANNELS } });
}

const MISTAKES = {
  none: (image: Sharp) => image,
  dark: (image: Sharp) => image.linear(0.22, 2),
  blurred: (image: Sharp) => image.blur(7),
  'blown out': (image: Sharp) => image.linear(1.7, 70),
  // Tilted, and cropped to the part without empty corners.
  crooked: (image: Sharp, width: number, height: number) => {
    const [wider, higher] = [Math.round(width * 1.5), Math.round(height * 1.5)];
    const [left, top] = [Math.round(width / 4), Math.round(height / 4)];
    return image.rotate(5).resize(wider, higher).extract({ left, top, width, height });
  },
} satisfies Record<string, (image: Sharp, width: number, height: number) => Sharp>;

/** The aspect ratio and the error of a photo. */
type Shot = readonly [wide: number, high: number, mistake: keyof typeof MISTAKES];

const SHOTS: Shot[] = [
  [4, 3, 'none'],
  [3, 4, 'none'],
  [16, 9, 'none'],
  [9, 16, 'none'],
  [1, 1, 'none'],
  [21, 9, 'none'],
  [9, 21, 'none'],
  [3, 2, 'none'],
  [4, 3, 'dark'],
  [3, 4, 'dark'],
  [21, 9, 'dark'],
  [4, 3, 'blurred'],
  [9, 16, 'blurred'],
  [4, 3, 'blown out'],
  [3, 4, 'blown out'],
  [16, 9, 'blown out'],
  [9, 21, 'blown out'],
  [4, 3, 'crooked'],
  [3, 4, 'crooked'],
  [21, 9, 'crooked'],
];

export interface PhonePicture {
  /** e.g. `3:4, dark` */
  name: string;
  isPortrait: boolean;
  jpeg: Buffer;
}

/** Renders twenty pictures, one after the other. */
export async function* renderPhonePictures(): AsyncGenerator<PhonePicture> {
  for (const [wide, high, mistake] of SHOTS) {
    const scale = LONG_SIDE / Math.max(wide, high);
    const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
    const image = await MISTAKES[mistake](field(width, height), width, height).png().toBuffer();
    const jpeg = await sharp(image).jpeg({ quality: 70 }).toBuffer();
    yield { name: `${wide}:${high}, ${mistake}`, isPortrait: high > wide, jpeg };
  }
}
