const SIGNATURE_BYTES = 8;
/** Length, name and checksum around a chunk's content. */
const FRAME_BYTES = 12;
// Encoders write IDAT chunks of 8 KB or more: some hundreds in `UPLOAD.maxBytes`. Hundreds of thousands of empty ones
// would block the process.
const MAX_IDAT = 5000;
// Encoders write a handful of others.
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
 * @param png with its signature
 * @returns the rest, with the last chunk, or null when the chunks are malformed or too many
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
  // Whether only the end is missing, the decoder finds.
  return dataChunks > 0 ? Buffer.concat([...rendered, END]) : null;
}
