import { expect, onTestFinished, test } from 'vitest';

import { takeTurns } from '#lib/server/platform/http/guard/server.ts';

/** @returns a function that sends a request of a network, and the recorded starts, with network and turn */
function record() {
  const takeTurn = takeTurns();
  const started: { network: string; turn: number }[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  const send = (network: string, isPoll = false) =>
    takeTurn(network, () => started.push({ network, turn }), isPoll);
  return { started, send };
}

test('a request starts at once when none waits', () => {
  const { started, send } = record();
  send('a');
  expect(started).toEqual([{ network: 'a', turn: 0 }]);
});

test('each turn starts one request, each time of another network', async () => {
  const { started, send } = record();
  for (let nth = 0; nth < 5; nth += 1) send('a');
  send('b');
  send('c');
  await expect.poll(() => started.length).toBe(7);
  expect(started.map(({ network }) => network).join('')).toBe('aabcaaa');
  expect(new Set(started.map(({ turn }) => turn)).size).toBe(7);
});

test('requests do not wait for polls, nor polls for requests', async () => {
  const { started, send } = record();
  for (let nth = 0; nth < 3; nth += 1) send(`page${nth}`, true);
  for (let nth = 0; nth < 3; nth += 1) send(`writer${nth}`);
  await expect.poll(() => started.length).toBe(6);
  const turnOf = (name: string) => started.find(({ network }) => network === name)?.turn;
  expect(turnOf('writer0')).toBe(turnOf('page1'));
  expect(turnOf('writer1')).toBe(turnOf('page2'));
});

test('a request that leaves does not use a turn', async () => {
  const takeTurn = takeTurns();
  const started: number[] = [];
  const cancels = [0, 1, 2, 3].map((nth) => takeTurn('a', () => void started.push(nth)));
  expect(cancels.slice(0, 3).map((each) => each())).toEqual([false, true, true]);
  await expect.poll(() => started).toEqual([0, 3]);
  expect(cancels[3]?.()).toBe(false);
});

test('a request that fails to start does not stop the others', async () => {
  const takeTurn = takeTurns();
  const started: number[] = [];
  expect(() =>
    takeTurn('a', () => {
      throw new Error('broken');
    }),
  ).toThrow('broken');
  takeTurn('a', () => void started.push(1));
  await expect.poll(() => started).toEqual([1]);
});
