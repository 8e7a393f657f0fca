import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { makeZip } from 'client-zip';

import { imageSize } from '#lib/contract/images.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { findStoredFile } from '#lib/server/platform/images/service.ts';
import { PERSONAL_TABLES, type PersonalTable } from '#lib/server/privacy/personal-data/tables.ts';

import { listRows } from './list-rows.ts';
import { dataPath, imagePath, writeIndex } from './write-index.ts';

async function* writeJson(services: Services, table: PersonalTable, memberId: string) {
  let separator = '[\n';
  for await (const row of listRows(services, table, memberId)) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Lists the images that a member's rows name, each in its largest size. */
async function* listImages(services: Services, memberId: string) {
  for (const table of PERSONAL_TABLES) {
    const columns = table.files?.filter((column) => table.exported.includes(column)) ?? [];
    if (columns.length === 0) continue;
    for await (const row of listRows(services, table, memberId))
      yield* columns.map((column) => row[column]).filter((key) => typeof key === 'string');
  }
}

/** The files of the zip, each opened when the one before is written: the memory does not rise with their number. */
async function* listEntries(services: Services, memberId: string) {
  const lastModified = new Date(services.now());
  yield { name: 'index.html', lastModified, input: writeIndex(services, memberId) };
  for (const table of PERSONAL_TABLES) {
    const input = writeJson(services, table, memberId);
    yield { name: dataPath(table.table), lastModified, input };
  }
  for await (const key of listImages(services, memberId)) {
    const file = await findStoredFile(services, `${key}/${imageSize(key).width}.webp`);
    if (file) yield { name: imagePath(key), lastModified, input: file.body };
  }
}

/**
 * Writes a member's data to a zip: every row that names them as JSON, their images, and a page to read it.
 * @param path of the file, which must not exist
 * @throws StorageError, and the file system's own error
 */
export async function writeZip(services: Services, memberId: string, path: string): Promise<void> {
  const zip = makeZip(listEntries(services, memberId)) as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb(zip), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}
