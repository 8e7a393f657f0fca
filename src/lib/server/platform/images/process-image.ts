import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

import { UPLOAD } from '#lib/contract/images.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { boundedQueue } from '#lib/server/platform/fair-queue.ts';

import type { ImageUsage, ProcessedImage } from './convert-image.ts';
import type { Job, Outcome } from './image-process.ts';
import { countPixels } from './inspect-image.ts';
import { OUT_OF_MEMORY } from './limits.ts';

// Not bundled: it runs from the sources, like the operator's commands.
const PROGRAM = createRequire(import.meta.url).resolve(
  '#lib/server/platform/images/image-process.ts',
);
// With V8's default limits it takes 40 MB more.
const FLAGS = ['--max-old-space-size=64', '--max-semi-space-size=1'];
// The process limits its own processor time; on a busy machine that takes longer.
const DEADLINE_MS = 60_000;
// A process takes some 80 MB of memory, and a quarter of a second to start.
const IDLE_MS = 60_000;

/**
 * Settings of the C library and libuv for memory (scripts/run/memory.ts). The process gets no other, and so no
 * secrets.
 */
const INHERITED = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'UV_THREADPOOL_SIZE'];

/** Starts a process. @returns it once it is ready */
async function startProcess(): Promise<ChildProcess> {
  const child = fork(PROGRAM, {
    env: Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process for images ended with ${code}.`);
  });
  await Promise.race([once(child, 'message'), ended]);
  // Each job handles its own errors.
  child.on('error', () => {});
  return child;
}

/** While the process works, the server does not exit. */
function hold(child: ChildProcess, isWorking: boolean): void {
  const change = isWorking ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** How the process ended without converting an image; the code is null after a signal. */
interface ProcessExit {
  exitCode: number | null;
}

async function runJob(
  child: ChildProcess,
  job: Job,
  deadlineMs: number,
): Promise<Outcome | ProcessExit> {
  const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
  const done = new AbortController();
  const { signal } = done;
  try {
    const outcomes = [
      once(child, 'message', { signal }).then(([outcome]) => outcome as Outcome),
      once(child, 'exit', { signal }).then(([exitCode]): ProcessExit => ({ exitCode })),
    ];
    child.send(job);
    return await Promise.race(outcomes);
  } finally {
    clearTimeout(deadline);
    done.abort();
  }
}

/**
 * A process that converts one image at a time (docs/decisions/0029-image-process.md): unlike a thread it can be
 * killed in the middle of one, and its memory is returned to the system.
 */
export class ImageConverter {
  #child: Promise<ChildProcess> | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #deadlineMs: number;

  /** @param deadlineMs the maximum duration of a conversion */
  constructor(deadlineMs = DEADLINE_MS) {
    this.#deadlineMs = deadlineMs;
  }

  /** @returns null when the image took too much time or memory */
  async convert(job: Job): Promise<Outcome | null> {
    const isNew = this.#child === undefined;
    const first = await this.#run(job);
    const isOutOfMemory = 'exitCode' in first && first.exitCode === OUT_OF_MEMORY;
    // Leftovers of earlier images count as memory, too: in a new process, this one may fit.
    const last = isOutOfMemory && !isNew ? await this.#run(job) : first;
    return 'exitCode' in last ? null : last;
  }

  async #run(job: Job): Promise<Outcome | ProcessExit> {
    clearTimeout(this.#idle);
    const child = await (this.#child ??= this.#start());
    hold(child, true);
    try {
      return await runJob(child, job, this.#deadlineMs);
    } finally {
      hold(child, false);
      this.#idle = setTimeout(() => this.#end(child), IDLE_MS).unref();
    }
  }

  #start(): Promise<ChildProcess> {
    const starting = startProcess();
    const forget = () => {
      if (this.#child === starting) this.#child = undefined;
    };
    void starting.then((child) => child.once('exit', forget), forget);
    return starting;
  }

  #end(child: ChildProcess): void {
    this.#child = undefined;
    if (child.connected) child.disconnect();
  }
}

const FORMATS: { types: string[]; magic: number[]; name: RegExp }[] = [
  {
    types: ['image/png'],
    magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    name: /\.png$/i,
  },
  {
    types: ['image/jpeg', 'image/jpg'],
    magic: [0xff, 0xd8, 0xff],
    name: /\.(jpe?g|jpe|jfif)$/i,
  },
];

const queue = boundedQueue({ running: 1, waiting: 32 });
const converter = new ImageConverter();

export type { ImageUsage } from './convert-image.ts';

/** An uploaded image. */
export interface UploadedImage {
  /** declared media type */
  type: string;
  bytes: Uint8Array;
  /** the file name on the client; its extension, if any, must match the type */
  name: string;
}

/** The client that waits for an image. */
export interface ImageClient {
  /** clients with different keys take turns */
  key: string;
  /** whether the client has disconnected */
  hasLeft: () => boolean;
}

const OPERATOR: ImageClient = { key: '', hasLeft: () => false };

/**
 * Processes an image: upright, in sRGB, without metadata, as WebP in the widths of its usage, never enlarged.
 * @throws AppError image_empty, unsupported_image_type, file_too_large, image_too_many_pixels, image_too_long,
 *   image_too_heavy, image_damaged; rate_limited when too many images wait; request_aborted when the client left before
 *   its turn
 */
export async function processImage(
  upload: UploadedImage,
  usage: ImageUsage,
  { key, hasLeft } = OPERATOR,
): Promise<ProcessedImage> {
  const { bytes } = upload;
  if (bytes.length === 0) throw new AppError('image_empty');
  if (!isSupported(upload)) throw new AppError('unsupported_image_type');
  if (bytes.length > UPLOAD.maxBytes) throw new AppError('file_too_large');
  const convert = async () => {
    if (hasLeft()) throw new AppError('request_aborted');
    const outcome = await converter.convert({ bytes, usage });
    if (outcome && 'image' in outcome) return outcome.image;
    throw new AppError(outcome?.rejection ?? 'image_too_heavy');
  };
  return queue(convert, { key, cost: countPixels(bytes) });
}

/** Whether the declared type, the first bytes and the extension agree (ASVS 5.2.2). */
function isSupported({ bytes, type: declared, name }: UploadedImage): boolean {
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = FORMATS.find(({ types }) => types.includes(type));
  if (!format?.magic.every((byte, index) => bytes[index] === byte)) return false;
  return !/\.\w{1,5}$/.test(name) || format.name.test(name);
}
