const PREFIX = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** The last marker. */
export const END_OF_JPEG = Buffer.of(PREFIX, END_OF_IMAGE);
/** A byte 0xff of the image itself, a fill byte, a marker without content, and where a decoder may start again. */
const isNoSegment = (code = 0) =>
  code === 0 || code === PREFIX || code === 1 || (code >= 0xd0 && code <= 0xd7);

/** @returns where the code of the next segment's marker is, or -1 */
function findMarker(jpeg: Uint8Array, from: number): number {
  let at = jpeg.indexOf(PREFIX, from);
  while (at !== -1 && isNoSegment(jpeg[at + 1])) at = jpeg.indexOf(PREFIX, at + 1);
  return at === -1 || at + 1 >= jpeg.length ? -1 : at + 1;
}

/** The segments of a JPEG: where the code of each one's marker is. */
export function* listMarkers(jpeg: Uint8Array): Generator<number> {
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
 * @param jpeg with its first marker
 * @returns also whether it has its last marker
 */
export function readScans(jpeg: Uint8Array): { scans: number; hasEnd: boolean } {
  const codes = [...listMarkers(jpeg)].map((at) => jpeg[at]);
  const scans = codes.filter((code) => code === START_OF_SCAN).length;
  return { scans, hasEnd: codes.at(-1) === END_OF_IMAGE };
}
