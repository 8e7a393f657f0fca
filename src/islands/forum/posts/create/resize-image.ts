/** A picture below this is sent as it is. */
const MIN_BYTES = 200 * 1024;
const TIMEOUT_MS = 20_000;

/** Draws it in a worker, beside the page: typing goes on. A worker of its own gives all its memory back. */
function resizeInWorker(file: File): Promise<Blob> {
  const worker = new Worker(new URL('./resize.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data));
    worker.addEventListener('error', reject);
    setTimeout(reject, TIMEOUT_MS);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

async function resize(file: File): Promise<File> {
  const resized = await resizeInWorker(file);
  if (resized.size >= file.size) return file;
  const extension = resized.type === 'image/png' ? '.png' : '.jpg';
  return new File([resized], file.name.replace(/\.\w+$/, '') + extension, { type: resized.type });
}

// One after the other: five photos decoded at once would fill a cheap phone's memory.
let previous: Promise<unknown> = Promise.resolve();

/**
 * Makes a photo smaller before it is sent, when that saves data: it turns it the right way up, too.
 * @returns the smaller one; the same file when it is small already or cannot be read here
 */
export function resizeImage(file: File): Promise<File> {
  if (file.size < MIN_BYTES) return Promise.resolve(file);
  const resized = previous.then(() => resize(file)).catch(() => file);
  previous = resized;
  return resized;
}
