// The process that converts images. It gets none of the server's settings, and may be killed at any time.
import { constants, setPriority } from 'node:os';

import { convertImage, type ImageUsage, type ProcessedImage } from './convert-image.ts';
import { ImageRejection } from './inspect-image.ts';
import { MAX_MEMORY_BYTES, OUT_OF_MEMORY } from './limits.ts';

/** A job from the server: one at a time. */
export interface Job {
  bytes: Uint8Array;
  usage: ImageUsage;
}

/** The result of a job. */
export type Outcome = { image: ProcessedImage } | { rejection: ImageRejection['code'] };

// A photo takes at most two seconds, and five times as long on a slow machine.
const MAX_CPU_SECONDS = 10;
const CHECK_MS = 50;

// Requests have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let cpuAtStart = process.cpuUsage();

/** Exits when an image takes too much time or memory. Decoders run in threads beside this. */
function checkLimits(): void {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) process.exit(OUT_OF_MEMORY);
  const { user, system } = process.cpuUsage(cpuAtStart);
  if ((user + system) / 1e6 > MAX_CPU_SECONDS) process.exit(1);
}

async function run({ bytes, usage }: Job): Promise<Outcome> {
  cpuAtStart = process.cpuUsage();
  try {
    return { image: await convertImage(bytes, usage) };
  } catch (error) {
    if (error instanceof ImageRejection) return { rejection: error.code };
    throw error;
  }
}

/** Sends a message; when the server is gone, this process ends, too. */
const send = (message: Outcome | 'ready') => process.send?.(message, () => {});

process.on('message', (job: Job) => void run(job).then(send));
process.on('disconnect', () => process.exit());
// Terminals and systemd send these to every process of a service: the server still finishes its uploads.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
setInterval(checkLimits, CHECK_MS);
send('ready');
