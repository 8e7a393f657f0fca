// Kills the server with SIGKILL again and again while members agree to, call off and decline pickups of the last bales,
// and owners say what is left. After each restart it checks what is left, that nothing acknowledged is lost, and that
// nothing is stored by half.
//   node tests/crash/pickups.ts [--rounds 200] [--database sqlite|postgres]
import { type KillDrill, killDuring, runKillDrill } from './kill-drill.ts';
import { checkRound } from './pickup-checks.ts';
import { addListings } from './pickup-listings.ts';
import { askForAll, type Change, changeListings, PickupRound } from './pickup-members.ts';

// Long enough for some changes of each listing.
const LONGEST_MS = 1000;

/** Adds what a round acknowledged. */
function count(counts: Map<Change, number>, { acknowledged }: PickupRound): void {
  for (const { change } of acknowledged) counts.set(change, (counts.get(change) ?? 0) + 1);
}

async function killRepeatedly({ rounds, instance, database }: KillDrill): Promise<string[]> {
  const failures: string[] = [];
  const counts = new Map<Change, number>();
  const all: PickupRound[] = [];
  const check = async (round?: PickupRound) => {
    if (round) failures.push(...(await checkRound(database, round)));
  };
  for (let nth = 1; nth <= rounds; nth += 1) {
    const round = new PickupRound(await addListings(database.db, instance));
    await killDuring(instance, {
      prepare: async () => {
        await check(all.at(-1));
        await askForAll(round);
      },
      run: (isOver) => changeListings(round, isOver),
      longestMs: LONGEST_MS,
    });
    all.push(round);
    count(counts, round);
    if (nth % 20 === 0) console.log(`${nth} kills, ${failures.length} failures`);
  }
  await killDuring(instance, { run: () => Promise.resolve() });
  for (const round of all) await check(round);
  console.log('Acknowledged:', Object.fromEntries(counts));
  if (!counts.has('agreed') || !counts.has('calledOff'))
    failures.push('Nothing was agreed and called off.');
  return failures;
}

await runKillDrill(killRepeatedly);
