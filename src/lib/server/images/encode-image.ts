import sharp, { type OutputInfo, type WebpOptions } from 'sharp';

import { availableWidths, SOCIAL_IMAGE } from '#lib/contract/images.ts';

/** An image ready to be stored: WebP, upright, without metadata. */
export interface ProcessedImage {
  /** pixels, of the largest size */
  width: number;
  height: number;
  /** every size, ascending; `width` in pixels */
  files: { width: number; bytes: Buffer }[];
  /** of a cover: `SOCIAL_IMAGE` */
  shared?: Buffer;
}

/** Decoded pixels. */
export interface RawImage {
  data: Buffer;
  info: OutputInfo;
}

// For phones: at their pixel density the lower quality is not visible.
const PHONE_WIDTH = 720;
// Above that an image is as long as three screens, and has all its widths nearly as large.
const LONG_PIXELS = 3e6;
const JPEG = { quality: 80, mozjpeg: true };
const OPAQUE = 255;

/**
 * How an image is encoded, by what it is: each takes at most two seconds of processor time. The transparency of WebP is
 * lossless and takes the most: at effort 6 twenty times as long as at 2, for 3 % fewer bytes.
 * @param width of the encoded size, in pixels
 * @param raw the image in its largest size
 */
export function webpOptions(width: number, { data, info }: RawImage): WebpOptions {
  const isLong = info.width * info.height > LONG_PIXELS;
  const isPhone = width <= PHONE_WIDTH;
  const quality = isPhone ? 65 : 75;
  if (isTransparent({ data, info })) return { quality, alphaQuality: 80, effort: isLong ? 0 : 2 };
  return { quality, effort: isLong ? 2 : isPhone ? 6 : 4 };
}

function isTransparent({ data, info: { channels } }: RawImage): boolean {
  if (channels === 1 || channels === 3) return false;
  for (let at = channels - 1; at < data.length; at += channels)
    if (data[at] !== OPAQUE) return true;
  return false;
}

const openRaw = ({ data, info }: RawImage) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/**
 * Encodes an image as WebP in every available width.
 * @param widths requested, in pixels
 */
export async function encodeImage(
  raw: RawImage,
  widths: readonly number[],
): Promise<ProcessedImage> {
  const { width, height } = raw.info;
  const files: ProcessedImage['files'] = [];
  for (const fileWidth of availableWidths(width, widths)) {
    const image = openRaw(raw).resize({ width: fileWidth }).webp(webpOptions(fileWidth, raw));
    files.push({ width: fileWidth, bytes: await image.toBuffer() });
  }
  return { width, height, files };
}

/** Encodes the image of shared links. */
export const encodeSocialImage = (raw: RawImage): Promise<Buffer> =>
  openRaw(raw)
    .resize({ width: SOCIAL_IMAGE.width, height: SOCIAL_IMAGE.height })
    .flatten({ background: '#fff' })
    .jpeg(JPEG)
    .toBuffer();
