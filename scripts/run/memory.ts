/**
 * Settings for low memory use. glibc's allocator reserves far more than it uses when many threads process images
 * (221 MB instead of 559 MB after 144 large ones). Two images and two passwords use all four default threads of
 * libuv, and leave none for files.
 */
export const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '8',
};

/**
 * V8's heap limits in MB. By default the heap grows to gigabytes on a large machine. These fit ten thousand open
 * connections. Below its initial size the old space is not marked; with many bodies of 60 KB that was ten times a
 * second.
 */
export const HEAP = [
  '--max-old-space-size=256',
  '--initial-old-space-size=96',
  '--max-semi-space-size=8',
];

/**
 * Restarts this process with the settings that are only read at start. The process id stays. A restart would close a
 * supervisor's sockets, so its unit sets them itself (docs/operations.md, "With systemd").
 */
export function settleMemory(): void {
  const { MALLOC_ARENA_MAX: isSettled, LISTEN_PID } = process.env;
  const hasSockets = LISTEN_PID === String(process.pid);
  if (process.platform !== 'linux' || isSettled || hasSockets) return;
  const args = [process.execPath, ...HEAP, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, ...MEMORY });
}
