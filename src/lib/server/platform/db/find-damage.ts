import { Worker } from 'node:worker_threads';

/** `quick_check` compares no indexes with their tables, and is several times as fast. */
export type CheckName = 'quick_check' | 'integrity_check';

// In a thread: a large file takes seconds.
const CHECK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5000 });
  const row = database.prepare('pragma ' + workerData.check + '(1)').get();
  parentPort.postMessage(Object.values(row)[0]);
  database.close();`;

/**
 * Reads a whole SQLite file.
 * @returns what is wrong with it, in SQLite's words, or null
 */
export function findDamage(path: string, check: CheckName): Promise<string | null> {
  const worker = new Worker(CHECK, { eval: true, execArgv: [], workerData: { path, check } });
  return new Promise((resolve) => {
    worker.once('message', (result: string) => resolve(result === 'ok' ? null : oneLine(result)));
    worker.once('error', ({ message }: Error) => resolve(message));
  });
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
