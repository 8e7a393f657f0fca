import sharp, { type Metadata, type ResizeOptions } from 'sharp';

import { AVATAR_WIDTHS, IMAGE_WIDTHS, UPLOAD } from '#lib/contract/images.ts';

import {
  encodeImage,
  encodeSocialImage,
  type ProcessedImage,
  type RawImage,
} from './encode-image.ts';
import { ImageRejection } from './image-rejection.ts';
import { countScans } from './jpeg-scans.ts';
import { stripAncillaryChunks } from './png-chunks.ts';

// WebP has at most 16,383 pixels a side; a small server's memory less.
const MAX_HEIGHT = 8192;
// No camera makes longer images; a strip of one pixel by millions takes seconds to decode.
const MAX_SIDE = 16_384;
// 40 megapixels of 4 bytes. Turned, an image is in memory as a whole.
const MAX_BITMAP_BYTES = 160e6;
// An image in passes is in memory as a whole, until the last one.
const MAX_PROGRESSIVE_BYTES = 100e6;
// Encoders write about ten. Thousands would take half a minute of processor time.
const MAX_SCANS = 64;
const PNG_FIRST_BYTE = 0x89;

// Keeps memory flat: no cache, and one thread.
sharp.cache(false);
sharp.concurrency(1);

// Only the needed decoders: every other one is attack surface. This applies to the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

// Phones write small errors that every viewer ignores.
const DECODE_OPTIONS = { failOn: 'error', limitInputPixels: UPLOAD.maxPixels } as const;

/** What an image is for: its stored widths, and how it is resized to the largest of them. */
interface Usage {
  widths: readonly number[];
  fit: (size: { width: number; height: number }) => ResizeOptions;
  /** with the image of shared links */
  isShared?: boolean;
}

const POST: Usage = {
  widths: IMAGE_WIDTHS,
  fit: () => ({ width: IMAGE_WIDTHS.at(-1), height: MAX_HEIGHT, fit: 'inside' }),
};

/** The largest centred square. */
const AVATAR: Usage = {
  widths: AVATAR_WIDTHS,
  fit: ({ width, height }) => {
    const side = Math.min(width, height, ...AVATAR_WIDTHS.slice(-1));
    return { width: side, height: side, fit: 'cover' };
  },
};

const USAGES = { post: POST, cover: { ...POST, isShared: true }, avatar: AVATAR };

export type ImageUsage = keyof typeof USAGES;

/**
 * Converts a PNG or JPEG: upright, in sRGB, without metadata, as WebP, never enlarged.
 * @throws ImageRejection image_too_many_pixels, image_damaged
 */
export async function convertImage(bytes: Uint8Array, usage: ImageUsage): Promise<ProcessedImage> {
  const { widths, fit, isShared }: Usage = USAGES[usage];
  const raw = await decode(visibleBytes(bytes), fit);
  const image = await encodeImage(raw, widths);
  return isShared ? { ...image, shared: await encodeSocialImage(raw) } : image;
}

/**
 * @returns the part of a file that is decoded; a JPEG decoder unpacks nothing else
 * @throws ImageRejection
 */
function visibleBytes(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === PNG_FIRST_BYTE) {
    const stripped = stripAncillaryChunks(bytes);
    if (stripped) return stripped;
  } else if (countScans(bytes) <= MAX_SCANS) return bytes;
  throw new ImageRejection('image_damaged');
}

/** Decodes once, to the largest stored size: raw pixels are sRGB without metadata. */
async function decode(bytes: Uint8Array, fit: Usage['fit']): Promise<RawImage> {
  try {
    const size = await measure(bytes);
    return await sharp(bytes, DECODE_OPTIONS)
      .autoOrient()
      .resize({ ...fit(size), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof ImageRejection) throw error;
    throw new ImageRejection('image_damaged', { cause: error });
  }
}

/** Reads the header only: a decompression bomb is rejected before decoding (ASVS 5.2.3). */
async function measure(bytes: Uint8Array) {
  const header = await sharp(bytes, { ...DECODE_OPTIONS, limitInputPixels: false }).metadata();
  const { width, height } = header;
  if (width * height > UPLOAD.maxPixels || Math.max(width, height) > MAX_SIDE || isTooLarge(header))
    throw new ImageRejection('image_too_many_pixels');
  return { width, height };
}

/** Whether decoding takes too much memory: a progressive JPEG has two bytes for each value, a deep PNG as well. */
function isTooLarge({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  const isDeep = depth !== 'uchar' || (isProgressive && format === 'jpeg');
  const bytes = width * height * channels * (isDeep ? 2 : 1);
  return bytes > (isProgressive ? MAX_PROGRESSIVE_BYTES : MAX_BITMAP_BYTES);
}
