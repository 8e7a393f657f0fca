import sharp, { type OutputInfo } from 'sharp';

import { keptWidths, SHARED } from '#lib/contract/images.ts';

/** A picture made ready to be stored: WebP, upright, without metadata. */
export interface MadePicture {
  /** pixels, of the largest size kept */
  width: number;
  height: number;
  /** every size kept, ascending; `width` in pixels */
  files: { width: number; bytes: Buffer }[];
  /** of a cover: `SHARED` */
  shared?: Buffer;
}

/** A picture's pixels, as `sharp` gives them. */
export interface Raw {
  data: Buffer;
  info: OutputInfo;
}

const WEBP = { quality: 75, effort: 4 };
// What phones show: on dots so small a seventh of the bytes is not missed, and small pictures are soon packed.
const PHONE_WIDTH = 720;
const PHONE_WEBP = { quality: 65, effort: 6 };
const JPEG = { quality: 80, mozjpeg: true };

const open = ({ data, info }: Raw) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/** @returns a picture in every width kept, as WebP @param widths wished, in pixels */
export async function encode(raw: Raw, widths: readonly number[]): Promise<MadePicture> {
  const { width, height } = raw.info;
  const files: MadePicture['files'] = [];
  for (const each of keptWidths(width, widths)) {
    const image = open(raw).resize({ width: each });
    const webp = image.webp(each <= PHONE_WIDTH ? PHONE_WEBP : WEBP);
    files.push({ width: each, bytes: await webp.toBuffer() });
  }
  return { width, height, files };
}

/** @returns as `encode`, and what a shared link shows */
export async function encodeCover(raw: Raw, widths: readonly number[]): Promise<MadePicture> {
  const { width, height } = SHARED;
  const image = open(raw).resize({ width, height }).flatten({ background: '#fff' });
  const shared = image.jpeg(JPEG);
  return { ...(await encode(raw, widths)), shared: await shared.toBuffer() };
}
