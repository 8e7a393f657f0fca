// Preloaded into a command to interrupt its nth link or rename.
//   NODE_OPTIONS=--import=…/interrupt-renames.ts INTERRUPT=<n>:<SIGKILL, SIGSTOP or throw>
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [nth = '', action = ''] = (process.env['INTERRUPT'] ?? '').split(':');
let calls = 0;

function interrupt(): void {
  calls += 1;
  if (calls !== Number(nth)) return;
  if (action === 'throw') throw new Error('The disk is away');
  process.kill(process.pid, action);
}

const { link, rename } = promises;
promises.link = async (from, to) => {
  interrupt();
  await link(from, to);
};
promises.rename = async (from, to) => {
  interrupt();
  await rename(from, to);
};
syncBuiltinESMExports();
