import sharp, { type OutputInfo } from 'sharp';

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

const WEBP = { quality: 75, effort: 4 };
// For phones: at their pixel density the lower quality is not visible, and small images encode fast.
const PHONE_WIDTH = 720;
const PHONE_WEBP = { quality: 65, effort: 6 };
const JPEG = { quality: 80, mozjpeg: true };

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
    const image = openRaw(raw).resize({ width: fileWidth });
    const webp = image.webp(fileWidth <= PHONE_WIDTH ? PHONE_WEBP : WEBP);
    files.push({ width: fileWidth, bytes: await webp.toBuffer() });
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
