import sharp, { type ResizeOptions } from 'sharp';

import { AVATAR_WIDTHS, IMAGE_WIDTHS, UPLOAD } from '#lib/contract/images.ts';
import { boundedQueue } from '#lib/server/bounded-queue.ts';
import { AppError } from '#lib/server/errors.ts';

import {
  encodeImage,
  encodeSocialImage,
  type ProcessedImage,
  type RawImage,
} from './encode-image.ts';
import { stripAncillaryChunks } from './png-chunks.ts';

const FORMATS: { types: string[]; magic: number[]; name: RegExp }[] = [
  {
    types: ['image/png'],
    magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    name: /\.png$/i,
  },
  {
    types: ['image/jpeg', 'image/jpg'],
    magic: [0xff, 0xd8, 0xff],
    name: /\.(jpe?g|jpe|jfif)$/i,
  },
];

// WebP has at most 16,383 pixels a side; a small server's memory less.
const MAX_HEIGHT = 8192;
// No camera makes longer images; a strip of one pixel by millions takes seconds to decode.
const MAX_SIDE = 16_384;
const PNG_FIRST_BYTE = 0x89;

// Keeps memory flat: no cache, and two decodes of one thread each.
const queue = boundedQueue({ running: 2, waiting: 16 });
sharp.cache(false);
sharp.concurrency(1);

// Only the needed decoders: every other one is attack surface. This applies to the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

// Phones write small errors that every viewer ignores.
const DECODE_OPTIONS = { failOn: 'error', limitInputPixels: UPLOAD.maxPixels } as const;
const DECODE_SECONDS = 20;

/** An image as uploaded. */
export interface UploadedImage {
  /** declared media type */
  type: string;
  bytes: Uint8Array;
  /** file name on the client; its extension, if any, must match */
  name: string;
}

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

/**
 * Processes an image: upright, in sRGB, without metadata, as WebP in the widths of its usage, never enlarged.
 * @throws AppError unsupported_image_type, file_too_large, image_too_many_pixels, image_damaged; rate_limited when too
 *   many images wait
 */
export async function processImage(
  upload: UploadedImage,
  usage: keyof typeof USAGES,
): Promise<ProcessedImage> {
  const { widths, fit, isShared }: Usage = USAGES[usage];
  if (!isSupported(upload)) throw new AppError('unsupported_image_type');
  if (upload.bytes.length > UPLOAD.maxBytes) throw new AppError('file_too_large');
  const bytes = visibleBytes(upload.bytes);
  return queue(async () => {
    const raw = await decode(bytes, fit);
    const image = await encodeImage(raw, widths);
    return isShared ? { ...image, shared: await encodeSocialImage(raw) } : image;
  });
}

/** @returns the part of a file that is decoded; a JPEG decoder unpacks nothing else */
function visibleBytes(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== PNG_FIRST_BYTE) return bytes;
  const stripped = stripAncillaryChunks(bytes);
  if (!stripped) throw new AppError('image_damaged');
  return stripped;
}

/** Whether the declared type, the first bytes and the extension agree (ASVS 5.2.2). */
function isSupported({ bytes, type: declared, name }: UploadedImage): boolean {
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = FORMATS.find(({ types }) => types.includes(type));
  if (!format?.magic.every((byte, index) => bytes[index] === byte)) return false;
  return !/\.\w{1,5}$/.test(name) || format.name.test(name);
}

/** Decodes once, to the largest stored size: raw pixels are sRGB without metadata. */
async function decode(bytes: Uint8Array, fit: Usage['fit']): Promise<RawImage> {
  try {
    const size = await measure(bytes);
    return await sharp(bytes, DECODE_OPTIONS)
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize({ ...fit(size), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('image_damaged', {}, { cause: error });
  }
}

/** Reads the header only: a decompression bomb is rejected before decoding (ASVS 5.2.3). */
async function measure(bytes: Uint8Array) {
  const { width, height } = await sharp(bytes, {
    ...DECODE_OPTIONS,
    limitInputPixels: false,
  }).metadata();
  if (width * height > UPLOAD.maxPixels || Math.max(width, height) > MAX_SIDE)
    throw new AppError('image_too_many_pixels');
  return { width, height };
}
