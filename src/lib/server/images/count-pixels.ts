import { UPLOAD } from '#lib/contract/images.ts';

import { listMarkers } from './jpeg-scans.ts';

const PNG_FIRST_BYTE = 0x89;
/** Where the header of a PNG has the width; the height follows. */
const PNG_SIZE_AT = 16;
const PNG_HEADER_BYTES = 33;

/** The marker of a JPEG's frame, which has its size: C0 to CF, without three that mean something else. */
const isFrame = (code = 0) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

const limit = (pixels: number) => Math.min(pixels, UPLOAD.maxPixels);

/**
 * Reads how large a PNG or JPEG says it is, without decoding it: how much work it is, compared to others.
 * @returns at most what is accepted; as much for a file that does not say it
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
