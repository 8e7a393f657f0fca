import { toBytes } from './ask.ts';
import type { Case, World } from './case.ts';
import type { Visit } from './line.ts';

function* once(bytes: Uint8Array, status: number): Visit {
  const answer = yield bytes;
  return answer.status === status;
}

/** @returns what makes a case's next visit, going round all it has to ask */
export function visitsOf({ name, visits, asks, expects = 200 }: Case, world: World): () => Visit {
  let turn = 0;
  if (visits) return () => visits(world, turn++);
  const bytes = asks?.(world).map((ask) => toBytes(ask, world.port)) ?? [];
  if (bytes.length === 0) throw new Error(`The case ${name} has nothing to ask.`);
  return () => once(bytes[turn++ % bytes.length] as Uint8Array, expects);
}
