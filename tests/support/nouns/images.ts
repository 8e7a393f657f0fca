// Images from cameras, programs and attackers.
import { crc32, deflateSync } from 'node:zlib';

import sharp, { type Sharp } from 'sharp';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const RED = Buffer.from([220, 20, 20]);
const BLUE = Buffer.from([20, 20, 220]);

/** An image with a red left half and a blue right half. */
export const redBlueImage = (width: number, height: number): Sharp => {
  const half = Math.ceil(width / 2);
  const row = Buffer.concat([Buffer.alloc(half * 3, RED), Buffer.alloc((width - half) * 3, BLUE)]);
  const raw = Buffer.alloc(row.length * height, row);
  return sharp(raw, { raw: { width, height, channels: 3 } });
};

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>`;

/** Inserts a segment after a JPEG's start marker. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

// The caption "Secret" in a Photoshop resource block.
const IPTC = Buffer.from(
  'Photoshop 3.0\x008BIM\x04\x04\x00\x00\x00\x00\x00\x0b\x1c\x02\x78\x00\x06Secret\x00',
  'latin1',
);

/** A phone's photo: 4,000 x 3,000, rotated by EXIF, with GPS, XMP, IPTC and a wide-gamut profile. */
export async function phonePhoto(): Promise<Buffer> {
  const jpeg = await redBlueImage(4000, 3000)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'Maria' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '15/1 2/1 3/1' },
    })
    .withXmp(XMP)
    .jpeg()
    .toBuffer();
  return withSegment(jpeg, 0xed, IPTC);
}

/** One chunk of a PNG. */
export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Repeats the last scan of a progressive JPEG; each takes as long to decode as the whole image. */
export function withScans(jpeg: Buffer, count: number): Buffer {
  const start = jpeg.lastIndexOf(Buffer.of(0xff, 0xda));
  const end = jpeg.lastIndexOf(Buffer.of(0xff, 0xd9));
  const scans = Array.from({ length: count }, () => jpeg.subarray(start, end));
  return Buffer.concat([jpeg.subarray(0, end), ...scans, jpeg.subarray(end)]);
}

/** Only the header of an interlaced PNG of 64-bit pixels. */
export function interlacedPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const rows = deflateSync(Buffer.alloc(100));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.of())];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** A complete PNG of 1-bit pixels, all black: 32 MB deflated to 32 KB at 16,000 x 16,000. */
export function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.of())];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** A screenshot with soft transparent edges, as by screenshot tools. */
export const softScreenshot = (width: number, height: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
    const ink = y % 28 < 16 && (x * 7 + y * 3) % 11 < 4 ? 30 : 255;
    pixels.set([ink, ink, ink, Math.min(255, edge * 4)], at * 4);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
};

/** Inserts chunks after a PNG's header. */
export const withChunks = (png: Buffer, chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** An animated PNG of two frames: first red and blue, then black. */
export async function animatedPng(): Promise<Buffer> {
  const first = await redBlueImage(64, 64).png().toBuffer();
  const frame = (order: number) =>
    pngChunk(
      'fcTL',
      Buffer.concat([uint32(order, 64, 64, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
    );
  const animated = withChunks(first, [pngChunk('acTL', uint32(2, 0)), frame(0)]);
  const rows = deflateSync(Buffer.alloc((64 * 3 + 1) * 64));
  const second = [frame(1), pngChunk('fdAT', Buffer.concat([uint32(2), rows]))];
  const end = animated.length - 12;
  return Buffer.concat([animated.subarray(0, end), ...second, animated.subarray(end)]);
}

/** The names of a WebP's chunks, in order: `VP8 ` is the image; `EXIF`, `XMP ` and `ICCP` are metadata. */
export function webpChunks(webp: Buffer): string[] {
  if (webp.toString('latin1', 0, 4) !== 'RIFF' || webp.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('This is no WebP.');
  const names: string[] = [];
  for (
    let at = 12;
    at < webp.length;
    at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)
  )
    names.push(webp.toString('latin1', at, at + 4));
  return names;
}

/** Decodes a WebP, for which the server has no loader enabled. */
export async function readWebp(webp: Buffer) {
  const operation = ['VipsForeignLoadWebpBuffer'];
  sharp.unblock({ operation });
  try {
    const { data, info } = await sharp(webp)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const start =
        (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * 3;
      const [r = 0, , b = 0] = data.subarray(start, start + 3);
      return r > b + 60 ? 'red' : b > r + 60 ? 'blue' : 'other';
    };
    return { width: info.width, height: info.height, at, corner: [...data.subarray(0, 3)] };
  } finally {
    sharp.block({ operation });
  }
}
