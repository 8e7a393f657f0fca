// Reads the zips of exports, which are not compressed.
import { crc32 } from 'node:zlib';

const DIRECTORY_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/** Reads an entry of the central directory. @returns name, content, and offset of the next entry */
function readEntry(zip: Buffer, at: number) {
  if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The zip has no entry where one should be.');
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
    zip.readUInt16LE(at + offset),
  ) as [number, number, number];
  const name = zip.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
  const local = zip.readUInt32LE(at + 42);
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  if (crc32(bytes) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged.`);
  return { name, bytes, next: at + ENTRY_BYTES + nameBytes + extraBytes + commentBytes };
}

/** The files of a zip by name, with their checksums verified. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(DIRECTORY_END);
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let nth = 0; nth < count; nth += 1) {
    const { name, bytes, next } = readEntry(zip, at);
    files.set(name, bytes);
    at = next;
  }
  return files;
}
