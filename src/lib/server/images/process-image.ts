import sharp, { type ResizeOptions } from 'sharp';

import { AVATAR_WIDTHS, IMAGE_WIDTHS, UPLOAD } from '#lib/contract/images.ts';
import { boundedQueue } from '#lib/server/bounded-queue.ts';

import { encodeImage, encodeCover, type ProcessedImage, type RawImage } from './encode-image.ts';
import { stripAncillaryChunks } from './png-chunks.ts';

const MESSAGES = {
  type: UPLOAD.typeMessage,
  size: UPLOAD.sizeMessage,
  pixels: UPLOAD.pixelMessage,
  damaged: UPLOAD.damagedMessage,
} as const;

/**
 * A picture that is not taken; the message is for people.
 * HTTP: `type` 415, `size` 413, `pixels` and `damaged` 400 (security checks 5.2.1 to 5.2.3).
 */
export class ImageRejectedError extends Error {
  override name = 'ImageRejectedError';
  readonly reason: keyof typeof MESSAGES;
  constructor(reason: keyof typeof MESSAGES, options?: ErrorOptions) {
    super(MESSAGES[reason], options);
    this.reason = reason;
  }
}

const KINDS: { types: string[]; magic: number[]; name: RegExp }[] = [
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

// A longer picture would not fit WebP (16,383 pixels), nor a small server's memory.
const MAX_HEIGHT = 8192;
// No camera makes a longer one; a strip of one pixel by millions costs seconds.
const MAX_SIDE = 16_384;
const PNG_START = 0x89;

// Memory stays flat: nothing is cached, and each of two decodes has one thread of its own.
const queue = boundedQueue({ running: 2, waiting: 16 });
sharp.cache(false);
sharp.concurrency(1);

// Every reader that is not needed is a way in (design 3): this holds for the whole process.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

// Phones write small faults that every viewer forgives: only real damage is refused.
const READ = { failOn: 'error', limitInputPixels: UPLOAD.maxPixels } as const;
const DECODE_SECONDS = 20;

/** How a picture of a size is brought to the largest size kept. */
type Fit = (size: { width: number; height: number }) => ResizeOptions;

const whole: Fit = () => ({ width: IMAGE_WIDTHS.at(-1), height: MAX_HEIGHT, fit: 'inside' });

const square: Fit = ({ width, height }) => {
  const side = Math.min(width, height, ...AVATAR_WIDTHS.slice(-1));
  return { width: side, height: side, fit: 'cover' };
};

/**
 * Makes a post's picture (spec 5, spec 9): turned upright, in sRGB, without any metadata, as WebP in
 * the widths of `PICTURE_WIDTHS` and never enlarged.
 * @param bytes as uploaded
 * @param declaredType the media type the upload claims
 * @param name the file's name in the upload; its ending, when it has one, must agree too
 * @throws ImageRejectedError
 * @throws QueueFullError when too many pictures wait already
 */
export const processImage = (bytes: Uint8Array, declaredType: string, name = '') =>
  make({ bytes, declaredType, name }, IMAGE_WIDTHS, whole);

/** Makes a resource's cover: as `processImage`, and what a link to it shows where it is shared. */
export const processCover = (bytes: Uint8Array, declaredType: string, name = '') =>
  make({ bytes, declaredType, name }, IMAGE_WIDTHS, whole, encodeCover);

/**
 * Makes a member's avatar (spec 5): as `processImage`, but cut to the largest centred square and kept
 * in the sides of `AVATAR_WIDTHS`.
 * @param bytes as uploaded
 * @param declaredType the media type the upload claims
 * @param name the file's name in the upload; its ending, when it has one, must agree too
 * @throws ImageRejectedError
 * @throws QueueFullError when too many pictures wait already
 */
export const processAvatar = (bytes: Uint8Array, declaredType: string, name = '') =>
  make({ bytes, declaredType, name }, AVATAR_WIDTHS, square);

interface Sent {
  bytes: Uint8Array;
  declaredType: string;
  name: string;
}

async function make(
  upload: Sent,
  widths: readonly number[],
  fit: Fit,
  pack = encodeImage,
): Promise<ProcessedImage> {
  if (!isPicture(upload)) throw new ImageRejectedError('type');
  if (upload.bytes.length > UPLOAD.maxBytes) throw new ImageRejectedError('size');
  const bytes = shownPart(upload.bytes);
  return queue(async () => pack(await decode(bytes, fit), widths));
}

/** What of a file is its picture; a JPEG's reader unpacks nothing else by itself. */
function shownPart(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== PNG_START) return bytes;
  const shown = stripAncillaryChunks(bytes);
  if (!shown) throw new ImageRejectedError('damaged');
  return shown;
}

/** Whether the declared type, the first bytes and the name's ending tell the same story (5.2.2). */
function isPicture({ bytes, declaredType, name }: Sent): boolean {
  const type = declaredType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const kind = KINDS.find(({ types }) => types.includes(type));
  if (!kind?.magic.every((byte, at) => bytes[at] === byte)) return false;
  return !/\.\w{1,5}$/.test(name) || kind.name.test(name);
}

/** Decodes once, straight to the largest size kept: raw pixels are sRGB and carry no metadata. */
async function decode(bytes: Uint8Array, fit: Fit): Promise<RawImage> {
  try {
    const size = await measure(bytes);
    return await sharp(bytes, READ)
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize({ ...fit(size), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof ImageRejectedError) throw error;
    throw new ImageRejectedError('damaged', { cause: error });
  }
}

/** Reads the header alone: a bomb is refused before a pixel of it is decoded (5.2.3). */
async function measure(bytes: Uint8Array) {
  const { width, height } = await sharp(bytes, { ...READ, limitInputPixels: false }).metadata();
  if (width * height > UPLOAD.maxPixels || Math.max(width, height) > MAX_SIDE)
    throw new ImageRejectedError('pixels');
  return { width, height };
}
