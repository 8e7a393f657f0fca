/** A picture below this is sent as it is. */
const WORTHWHILE_BYTES = 200 * 1024;
const PATIENCE_MS = 20_000;

/** Draws it in a worker, beside the page: typing goes on. A worker of its own gives all its memory back. */
function redraw(file: File): Promise<Blob> {
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
    worker.addEventListener('error', reject);
    setTimeout(reject, PATIENCE_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

async function smaller(file: File): Promise<File> {
  const drawn = await redraw(file);
  if (drawn.size >= file.size) return file;
  const ending = drawn.type === 'image/png' ? '.png' : '.jpg';
  return new File([drawn], file.name.replace(/\.\w+$/, '') + ending, { type: drawn.type });
}

// One after the other: five photos decoded at once would fill a cheap phone's memory.
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a photo smaller before it is sent, when that saves data: it turns it the right way up, too.
 * @returns the smaller one; the same file when it is small already or cannot be read here
 */
export function shrink(file: File): Promise<File> {
  if (file.size < WORTHWHILE_BYTES) return Promise.resolve(file);
  const shrunk = last.then(() => smaller(file)).catch(() => file);
  last = shrunk;
  return shrunk;
}
