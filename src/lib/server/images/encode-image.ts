import sharp, { type OutputInfo } from 'sharp';

import { availableWidths, SOCIAL_IMAGE } from '#lib/contract/images.ts';

/** A picture made ready to be stored: WebP, upright, without metadata. */
export interface ProcessedImage {
  /** pixels, of the largest size kept */
  width: number;
  height: number;
  /** every size kept, ascending; `width` in pixels */
  files: { width: number; bytes: Buffer }[];
  /** of a cover: `SHARED` */
  shared?: Buffer;
}

/** A picture's pixels, as `sharp` gives them. */
export interface RawImage {
  data: Buffer;
  info: OutputInfo;
}

const WEBP = { quality: 75, effort: 4 };
// What phones show: on dots so small a seventh of the bytes is not missed, and small pictures are soon packed.
const PHONE_WIDTH = 720;
const PHONE_WEBP = { quality: 65, effort: 6 };
const JPEG = { quality: 80, mozjpeg: true };

const open = ({ data, info }: RawImage) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/** @returns a picture in every width kept, as WebP @param widths wished, in pixels */
export async function encodeImage(
  raw: RawImage,
  widths: readonly number[],
): Promise<ProcessedImage> {
  const { width, height } = raw.info;
  const files: ProcessedImage['files'] = [];
  for (const each of availableWidths(width, widths)) {
    const image = open(raw).resize({ width: each });
    const webp = image.webp(each <= PHONE_WIDTH ? PHONE_WEBP : WEBP);
    files.push({ width: each, bytes: await webp.toBuffer() });
  }
  return { width, height, files };
}

/** @returns as `encode`, and what a shared link shows */
export async function encodeCover(
  raw: RawImage,
  widths: readonly number[],
): Promise<ProcessedImage> {
  const { width, height } = SOCIAL_IMAGE;
  const image = open(raw).resize({ width, height }).flatten({ background: '#fff' });
  const shared = image.jpeg(JPEG);
  return { ...(await encodeImage(raw, widths)), shared: await shared.toBuffer() };
}
