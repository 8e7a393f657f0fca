const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;
// What an image program writes besides the picture itself is a handful.
const MOST_CHUNKS = 1000;

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
export function withoutTexts(png: Uint8Array): Uint8Array | null {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept: Uint8Array[] = [png.subarray(0, SIGNATURE_BYTES)];
  let others = 0;
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length;) {
    const end = at + FRAME_BYTES + view.getUint32(at);
    const name = String.fromCodePoint(...png.subarray(at + 4, at + 8));
    if (name !== 'IDAT' && (others += 1) > MOST_CHUNKS) return null;
    if (end > png.length) return null;
    if (KEPT.has(name)) kept.push(png.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return null;
}
