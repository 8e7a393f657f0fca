import { UPLOAD } from '#lib/contract/images.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { boundedQueue } from '#lib/server/platform/fair-queue.ts';

import type { ImageUsage, ProcessedImage } from './convert-image.ts';
import { ImageConverter } from './image-converter.ts';
import { countPixels } from './inspect-image.ts';

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

const queue = boundedQueue({ running: 1, waiting: 32 });
const converter = new ImageConverter();

export type { ImageUsage } from './convert-image.ts';

/** An image as uploaded. */
export interface UploadedImage {
  /** declared media type */
  type: string;
  bytes: Uint8Array;
  /** file name on the client; its extension, if any, must match */
  name: string;
}

/** The client that waits for an image. */
export interface ImageClient {
  /** clients with different keys take turns */
  key: string;
  /** whether the client has disconnected */
  hasLeft: () => boolean;
}

const OPERATOR: ImageClient = { key: '', hasLeft: () => false };

/**
 * Processes an image: upright, in sRGB, without metadata, as WebP in the widths of its usage, never enlarged.
 * @throws AppError image_empty, unsupported_image_type, file_too_large, image_too_many_pixels, image_too_long,
 *   image_too_heavy, image_damaged; rate_limited when too many images wait; request_aborted when the client left before
 *   its turn
 */
export async function processImage(
  upload: UploadedImage,
  usage: ImageUsage,
  { key, hasLeft } = OPERATOR,
): Promise<ProcessedImage> {
  const { bytes } = upload;
  if (bytes.length === 0) throw new AppError('image_empty');
  if (!isSupported(upload)) throw new AppError('unsupported_image_type');
  if (bytes.length > UPLOAD.maxBytes) throw new AppError('file_too_large');
  const convert = async () => {
    if (hasLeft()) throw new AppError('request_aborted');
    const outcome = await converter.convert({ bytes, usage });
    if (outcome && 'image' in outcome) return outcome.image;
    throw new AppError(outcome?.rejection ?? 'image_too_heavy');
  };
  return queue(convert, { key, cost: countPixels(bytes) });
}

/** Whether the declared type, the first bytes and the extension agree (ASVS 5.2.2). */
function isSupported({ bytes, type: declared, name }: UploadedImage): boolean {
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = FORMATS.find(({ types }) => types.includes(type));
  if (!format?.magic.every((byte, index) => bytes[index] === byte)) return false;
  return !/\.\w{1,5}$/.test(name) || format.name.test(name);
}
