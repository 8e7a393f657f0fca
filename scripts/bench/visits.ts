import { toBytes } from './ask.ts';
import type { Case, World } from './cases.ts';
import type { Visit } from './line.ts';

function* once(bytes: Uint8Array, status: number): Visit {
  const answer = yield bytes;
  return answer.status === status;
}

/** @returns what makes a case's next visit, going round all it has to ask */
export function visitsOf(what: Case | undefined, world: World): () => Visit {
  if (!what) throw new Error('There is no such case.');
  const { visits, asks, expects = 200 } = what;
  let turn = 0;
  if (visits) return () => visits(world, turn++);
  const bytes = asks?.(world).map((ask) => toBytes(ask, world.port)) ?? [];
  if (bytes.length === 0) throw new Error(`The case ${what.name} has nothing to ask.`);
  return () => once(bytes[turn++ % bytes.length] as Uint8Array, expects);
}
