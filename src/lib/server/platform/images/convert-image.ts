import sharp, { type Metadata, type OutputInfo, type ResizeOptions, type WebpOptions } from 'sharp';

import {
  availableWidths,
  AVATAR_WIDTHS,
  IMAGE_WIDTHS,
  SOCIAL_IMAGE,
  UPLOAD,
} from '#lib/contract/images.ts';

import { END_OF_JPEG, ImageRejection, readScans, stripAncillaryChunks } from './inspect-image.ts';

/** An image ready to be stored: WebP, upright, without metadata. */
export interface ProcessedImage {
  /** in pixels, of the largest size */
  width: number;
  height: number;
  /** every size, ascending; `width` in pixels */
  files: { width: number; bytes: Buffer }[];
  /** for a cover: `SOCIAL_IMAGE` */
  shared?: Buffer;
}

/** Decoded pixels. */
export interface RawImage {
  data: Buffer;
  info: OutputInfo;
}

// For phones: at their pixel density the lower quality is not visible.
const PHONE_WIDTH = 720;
// Larger images are as long as three screens, and their widths are of almost the same size.
const LONG_PIXELS = 3e6;
const JPEG = { quality: 80, mozjpeg: true };
const OPAQUE = 255;

/**
 * The encoding of an image by its properties: at most two seconds of processor time. Transparency in WebP is lossless
 * and takes longest: at effort 6 twenty times as long as at 2, for 3 % fewer bytes.
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
const encodeSocialImage = (raw: RawImage): Promise<Buffer> =>
  openRaw(raw)
    .resize({ width: SOCIAL_IMAGE.width, height: SOCIAL_IMAGE.height })
    .flatten({ background: '#fff' })
    .jpeg(JPEG)
    .toBuffer();

// WebP allows at most 16,383 pixels a side; a small server's memory, less.
const MAX_HEIGHT = 8192;
// A phone's screenshot of five screens, 1080 x 5000.
const MAX_STORED_PIXELS = 5.5e6;
// Each takes 25 bytes of memory, and most of the encoding time. Our own pages send fewer.
const MAX_TRANSPARENT_PIXELS = 4e6;
// 40 megapixels of 4 bytes, which are decoded row by row.
const MAX_BITMAP_BYTES = 160e6;
// A progressive image is in memory as a whole, as is a PNG that is rotated.
const MAX_WHOLE_BYTES = 100e6;
// Encoders write about ten. Thousands would take half a minute of processor time.
const MAX_SCANS = 64;
const PNG_FIRST_BYTE = 0x89;

// Keeps memory flat: no cache, and one thread.
sharp.cache(false);
sharp.concurrency(1);

// Enables only the needed decoders, as all others are attack surface. Applies to the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

/** A file, and its tolerated errors. */
interface Source {
  bytes: Uint8Array;
  failOn: 'error' | 'warning';
}

/** In pixels, upright. */
interface Size {
  width: number;
  height: number;
  hasAlpha: boolean;
}

/** The usage of an image: its stored widths, and how it is resized to the largest. */
interface Usage {
  widths: readonly number[];
  fit: (size: Size) => ResizeOptions;
  /** also stores the image for shared links */
  isShared?: boolean;
}

/** Inside the largest width, the greatest height and the most pixels. */
const POST: Usage = {
  widths: IMAGE_WIDTHS,
  fit: ({ width, height, hasAlpha }) => {
    const pixels = hasAlpha ? MAX_TRANSPARENT_PIXELS : MAX_STORED_PIXELS;
    const share = Math.min(1, Math.sqrt(pixels / (width * height)));
    const atMost = (side: number, most: number) =>
      Math.max(1, Math.min(most, Math.floor(side * share)));
    return {
      width: atMost(width, Math.max(...IMAGE_WIDTHS)),
      height: atMost(height, MAX_HEIGHT),
      fit: 'inside',
    };
  },
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
 * @throws ImageRejection image_too_many_pixels, image_too_long, image_too_heavy, image_damaged
 */
export async function convertImage(bytes: Uint8Array, usage: ImageUsage): Promise<ProcessedImage> {
  const { widths, fit, isShared }: Usage = USAGES[usage];
  const raw = await decode(toSource(bytes), fit);
  const image = await encodeImage(raw, widths);
  return isShared ? { ...image, shared: await encodeSocialImage(raw) } : image;
}

/**
 * @returns the part of a file to decode; a JPEG decoder unpacks nothing else. A missing end is added: the decoder
 *   finds out whether more is missing.
 * @throws ImageRejection
 */
function toSource(bytes: Uint8Array): Source {
  // Phones write small errors, which every viewer ignores.
  const failOn = 'error';
  if (bytes[0] === PNG_FIRST_BYTE) {
    const stripped = stripAncillaryChunks(bytes);
    if (stripped) return { bytes: stripped, failOn };
  } else {
    const { scans, hasEnd } = readScans(bytes);
    if (scans <= MAX_SCANS && hasEnd) return { bytes, failOn };
    if (scans <= MAX_SCANS)
      return { bytes: Buffer.concat([bytes, END_OF_JPEG]), failOn: 'warning' };
  }
  throw new ImageRejection('image_damaged');
}

/** Decodes once, to the largest stored size: raw pixels are sRGB without metadata. */
async function decode({ bytes, failOn }: Source, fit: Usage['fit']): Promise<RawImage> {
  try {
    const size = await measure(bytes);
    return await sharp(bytes, { failOn, limitInputPixels: UPLOAD.maxPixels })
      .autoOrient()
      .resize({ ...fit(size), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof ImageRejection) throw error;
    throw new ImageRejection('image_damaged', { cause: error });
  }
}

/** Reads only the header: a decompression bomb is rejected before decoding (ASVS 5.2.3). */
async function measure(bytes: Uint8Array): Promise<Size> {
  const header = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
  const { width, height, autoOrient, hasAlpha } = header;
  // A strip one pixel high and millions wide takes seconds to decode.
  if (Math.max(width, height) > UPLOAD.maxSide) throw new ImageRejection('image_too_long');
  if (width * height > UPLOAD.maxPixels) throw new ImageRejection('image_too_many_pixels');
  if (isTooHeavy(header)) throw new ImageRejection('image_too_heavy');
  return { ...autoOrient, hasAlpha };
}

/** Whether decoding takes too much memory: a progressive JPEG, and a deep PNG, need two bytes per value. */
function isTooHeavy(header: Metadata): boolean {
  const { width, height, channels, depth, format, isProgressive, orientation = 1 } = header;
  const isJpeg = format === 'jpeg';
  const bytes =
    width * height * channels * (depth !== 'uchar' || (isProgressive && isJpeg) ? 2 : 1);
  // A JPEG is shrunk before it is rotated.
  const isWhole = isProgressive || (orientation > 1 && !isJpeg);
  return bytes > (isWhole ? MAX_WHOLE_BYTES : MAX_BITMAP_BYTES);
}
