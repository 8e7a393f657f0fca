import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

// It writes some 150 MB a second, and writers wait up to 5 s for its lock.
const MAX_BYTES = 512 * 1024 * 1024;

// In a thread, so that this process goes on. As a text, so that it needs no file of the build. The copy is made beside the
// file: in a container, the folder for temporary files is memory.
const CODE = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const { path, folder } = workerData;
  const database = new DatabaseSync(path, { timeout: 5000 });
  database.exec(\`pragma temp_store_directory = '\${folder.replaceAll("'", "''")}'\`);
  database.exec('vacuum');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
`;

/**
 * Writes an SQLite file again without what was deleted, and empties its log. SQLite overwrites deleted rows, but not the
 * copies that it leaves when it moves rows within a page.
 * @returns false for a file that is too large: its writers would wait too long
 * @throws the database's own error
 */
export async function vacuumFile(path: string): Promise<boolean> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) return false;
  const worker = new Worker(CODE, { eval: true, workerData: { path, folder: dirname(path) } });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  return true;
}
