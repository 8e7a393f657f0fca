import { expect, test } from 'vitest';

import { boundedQueue } from '#lib/server/platform/fair-queue.ts';

/** Jobs that a test ends, and the number that run. */
function jobs() {
  const ends: (() => void)[] = [];
  const state = { running: 0, most: 0, started: [] as number[] };
  const job = (name: number) => async () => {
    state.started.push(name);
    state.most = Math.max(state.most, (state.running += 1));
    await new Promise<void>((end) => ends.push(end));
    state.running -= 1;
    return name;
  };
  return { state, job, ends };
}

test('runs jobs concurrently up to the limit, and the others in order', async () => {
  const run = boundedQueue({ running: 2, waiting: 3 });
  const { state, job, ends } = jobs();
  const all = Promise.all([1, 2, 3, 4, 5].map((name) => run(job(name))));
  for (let at = 0; at < 5; at += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(at);
    ends[at]?.();
  }
  expect(await all).toEqual([1, 2, 3, 4, 5]);
  expect(state).toEqual({ running: 0, most: 2, started: [1, 2, 3, 4, 5] });
});

test('rejects a job when the queue is full, and accepts jobs when it is shorter', async () => {
  const run = boundedQueue({ running: 1, waiting: 1 });
  const { job, ends } = jobs();
  const [first, second] = [run(job(1)), run(job(2))];
  await expect(run(job(3))).rejects.toMatchObject({ code: 'rate_limited' });
  ends[0]?.();
  await first;
  const fourth = run(job(4));
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await second;
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  expect(await fourth).toBe(4);
});

test('a job that fails frees its place', async () => {
  const run = boundedQueue({ running: 1, waiting: 0 });
  const fail = () => run(() => Promise.reject(new Error('no')));
  await expect(fail()).rejects.toThrow('no');
  await expect(fail()).rejects.toThrow('no');
  await expect(
    run(() => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(await run(async () => 'yes')).toBe('yes');
});

test('waiting clients take turns, however much one of them has queued', async () => {
  const run = boundedQueue({ running: 1, waiting: 9 });
  const started: string[] = [];
  const job = (name: string) => async () => void started.push(name);
  const queued = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  await Promise.all(queued.map((name) => run(job(name), { key: name[0] })));
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

/** @returns the jobs in their order of execution; each is a key, a number and an amount of work */
async function order(names: string[]): Promise<string[]> {
  const run = boundedQueue({ running: 1, waiting: 32 });
  const started: string[] = [];
  const queued = names.map((each) => {
    const [, key, cost] = /^(\w)\d*:(\d+)$/.exec(each) ?? [];
    return run(async () => void started.push(each), { key, cost: Number(cost) });
  });
  await Promise.all(queued);
  return started;
}

test('a small job precedes earlier large ones of others', async () => {
  const started = await order(['a1:40', 'a2:40', 'b1:40', 'c1:40', 'd1:2']);
  expect(started).toEqual(['a1:40', 'd1:2', 'a2:40', 'b1:40', 'c1:40']);
});

test('a large job only waits for small ones with as much work in total', async () => {
  const small = Array.from({ length: 9 }, (_, nth) => `b${nth}:5`);
  const started = await order(['a1:5', 'c1:20', ...small]);
  expect(started.indexOf('c1:20')).toBe(4);
});

test('a client with many small jobs waits like one with a large job', async () => {
  const started = await order(['x:1', 'a1:10', 'a2:10', 'a3:10', 'a4:10', 'b1:20', 'c1:10']);
  expect(started).toEqual(['x:1', 'a1:10', 'c1:10', 'a2:10', 'b1:20', 'a3:10', 'a4:10']);
});
