import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { UPLOAD } from '#lib/contract/images.ts';

/** Why an image of an accepted type is rejected. */
export const IMAGE_REJECTIONS = [
  'image_empty',
  'image_too_many_pixels',
  'image_too_long',
  'image_too_heavy',
  'image_damaged',
] as const satisfies ErrorCode[];

/** Why an image cannot be converted; its code crosses the process boundary. */
export class ImageRejection extends Error {
  override name = 'ImageRejection';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const PNG_FIRST_BYTE = 0x89;
/** The offset of the width in a PNG; the height follows. */
const PNG_SIZE_AT = 16;
const PNG_HEADER_BYTES = 33;

/** The marker of a JPEG's frame, which contains the size: C0 to CF, except three with other meanings. */
const isFrame = (code = 0) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

const limit = (pixels: number) => Math.min(pixels, UPLOAD.maxPixels);

/**
 * Reads the declared size of a PNG or JPEG without decoding it, as an estimate of the work.
 * @returns at most the accepted maximum, also when the size is missing
 */
export function countPixels(image: Uint8Array): number {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  if (image[0] === PNG_FIRST_BYTE)
    return image.length < PNG_HEADER_BYTES
      ? UPLOAD.maxPixels
      : limit(view.getUint32(PNG_SIZE_AT) * view.getUint32(PNG_SIZE_AT + 4));
  for (const at of listMarkers(image))
    if (isFrame(image[at]) && at + 8 <= image.length)
      return limit(view.getUint16(at + 4) * view.getUint16(at + 6));
  return UPLOAD.maxPixels;
}

const PREFIX = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** The last marker. */
export const END_OF_JPEG = Buffer.of(PREFIX, END_OF_IMAGE);
/** A byte 0xff of image data, a fill byte, a marker without content, or a restart marker. */
const isNoSegment = (code = 0) =>
  code === 0 || code === PREFIX || code === 1 || (code >= 0xd0 && code <= 0xd7);

/** @returns the position of the next marker's code, or -1 */
function findMarker(jpeg: Uint8Array, from: number): number {
  let at = jpeg.indexOf(PREFIX, from);
  while (at !== -1 && isNoSegment(jpeg[at + 1])) at = jpeg.indexOf(PREFIX, at + 1);
  return at === -1 || at + 1 >= jpeg.length ? -1 : at + 1;
}

/** Yields the position of each segment's marker code in a JPEG. */
function* listMarkers(jpeg: Uint8Array): Generator<number> {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let at = findMarker(jpeg, 2);
  while (at !== -1) {
    yield at;
    if (at + 2 >= jpeg.length || jpeg[at] === END_OF_IMAGE) return;
    at = findMarker(jpeg, at + 1 + view.getUint16(at + 1));
  }
}

/**
 * Counts the scans of a JPEG (ITU T.81, B.2). A progressive one has about ten; each takes as long as the whole image,
 * however few bytes it has.
 * @param jpeg including its first marker
 * @returns also whether the last marker exists
 */
export function readScans(jpeg: Uint8Array): { scans: number; hasEnd: boolean } {
  const codes = [...listMarkers(jpeg)].map((at) => jpeg[at]);
  const scans = codes.filter((code) => code === START_OF_SCAN).length;
  return { scans, hasEnd: codes.at(-1) === END_OF_IMAGE };
}

const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;
// Encoders write IDAT chunks of 8 KB or more: some hundreds within `UPLOAD.maxBytes`. Hundreds of thousands of empty
// ones would block the process.
const MAX_IDAT = 5000;
// Encoders write only a few others.
const MAX_OTHERS = 1000;

/** The last chunk, which is empty. */
const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** The chunks that affect rendering; all others are texts, times and animation. */
const RENDERED_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'eXIf',
]);

/**
 * Removes the chunks of a PNG that do not affect rendering: compressed texts can expand to gigabytes (ASVS 5.2.3).
 * @param png including its signature
 * @returns the rest, including the last chunk; null when chunks are malformed or too many
 */
export function stripAncillaryChunks(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const rendered: Uint8Array[] = [png.subarray(0, SIGNATURE_BYTES)];
  let [dataChunks, others] = [0, 0];
  let offset = SIGNATURE_BYTES;
  while (offset + FRAME_BYTES <= png.length) {
    const end = offset + FRAME_BYTES + view.getUint32(offset);
    const name = String.fromCodePoint(...png.subarray(offset + 4, offset + 8));
    if (name === 'IDAT') dataChunks += 1;
    else others += 1;
    if (dataChunks > MAX_IDAT || others > MAX_OTHERS || end > png.length) return null;
    if (RENDERED_CHUNKS.has(name)) rendered.push(png.subarray(offset, end));
    if (name === 'IEND') return Buffer.concat(rendered);
    offset = end;
  }
  // The decoder finds out whether more than the end is missing.
  return dataChunks > 0 ? Buffer.concat([...rendered, END]) : null;
}
