// Rows that SQLite acknowledged survive a power cut (docs/decisions/0099-sync-beside-the-event-loop.md).
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

const FIXTURES = join(import.meta.dirname, '../fixtures/power-cut');
const ROWS = 300;

const hasCompiler = spawnSync('cc', ['--version']).status === 0;

/** Writes rows until many are acknowledged, and kills the writer. @returns the acknowledged rows */
async function writeUntilKilled(env: Record<string, string>): Promise<number[]> {
  const args = [join(FIXTURES, 'write-rows.ts'), join(env['DATA'] ?? '', 'glean.sqlite')];
  const writer = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  for await (const line of createInterface(writer.stdout)) {
    acknowledged.push(Number(line));
    if (acknowledged.length === ROWS) writer.kill('SIGKILL');
  }
  return acknowledged;
}

function readRows(folder: string): Set<number> {
  // The first file was deleted, which is not synced; the second is shared memory.
  for (const end of ['journal', 'shm'])
    rmSync(join(folder, `glean.sqlite-${end}`), { force: true });
  const database = new DatabaseSync(join(folder, 'glean.sqlite'));
  const rows = database.prepare('select id from written').all();
  database.close();
  return new Set(rows.map(({ id }) => Number(id)));
}

test.skipIf(!hasCompiler)('a power cut loses nothing acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'glean-power-cut-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const library = join(folder, 'keep-synced.so');
  const source = join(FIXTURES, 'keep-synced.c');
  const built = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  expect(String(built.stderr)).toBe('');
  const [DATA, SYNCED] = [join(folder, 'data'), join(folder, 'synced')];
  for (const each of [DATA, SYNCED]) mkdirSync(each);
  const acknowledged = await writeUntilKilled({ DATA, SYNCED, LD_PRELOAD: library });
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROWS);
  const rows = readRows(SYNCED);
  expect(acknowledged.filter((id) => !rows.has(id))).toEqual([]);
});
