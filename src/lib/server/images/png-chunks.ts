const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;
// The picture itself comes in parts of 8 KB or more: in `UPLOAD.maxBytes` there are some hundreds. Empty ones would be
// hundreds of thousands, and hold everybody up while they are looked at.
const MOST_PARTS = 5000;
// What an image program writes besides is a handful.
const MOST_OTHERS = 1000;

/** The chunks that tell how the picture looks; all others are texts, times and animation. */
const KEPT = new Set([
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
 * Takes out of a PNG what does not show: a reader would unpack compressed texts, and few bytes of them fill
 * gigabytes (ASVS 5.2.3).
 * @param png from its signature on
 * @returns the rest, or null when it is no list of chunks, or one of far too many
 */
export function stripAncillaryChunks(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept: Uint8Array[] = [png.subarray(0, SIGNATURE_BYTES)];
  let [parts, others] = [0, 0];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length;) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    const name = String.fromCodePoint(...png.subarray(at + 4, at + 8));
    if (name === 'IDAT') parts += 1;
    else others += 1;
    if (parts > MOST_PARTS || others > MOST_OTHERS || end > png.length) return null;
    if (KEPT.has(name)) kept.push(png.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
