// Kills the server with SIGKILL repeatedly while members agree to, cancel and decline pickups of the last bales,
// and owners change what is left. After each restart the amount left must be right, nothing acknowledged may be lost,
// and nothing may be stored partially.
//   node tests/crash/pickups.ts [--rounds 200] [--database sqlite|postgres]
import { type KillDrill, killDuring, KILLS, runKillDrill } from './kill-drill.ts';
import { checkRound } from './pickups/pickup-checks.ts';
import { addListings } from './pickups/pickup-listings.ts';
import { askForAll, changeListings, PickupRound } from './pickups/pickup-members.ts';

// Long enough for several changes of each listing.
const LONGEST_MS = 1000;

async function killRepeatedly({ drill, rounds, instance, database }: KillDrill): Promise<void> {
  for (const change of ['requested', 'agreed', 'calledOff']) drill.expectAtLeast(1, change);
  const all: PickupRound[] = [];
  const check = async (round?: PickupRound) => {
    if (round) drill.fail(...(await checkRound(database, round)));
  };
  for (let nth = 1; nth <= rounds; nth += 1) {
    const round = new PickupRound(await addListings(database.db, instance));
    await killDuring(instance, {
      prepare: async () => {
        await check(all.at(-1));
        await askForAll(round);
      },
      run: (until) => changeListings(round, until),
      longestMs: LONGEST_MS,
    });
    all.push(round);
    drill.count(KILLS, round.changeCount > 0 ? 1 : 0);
    for (const { change } of round.acknowledged) drill.count(change);
    if (nth % 20 === 0) console.log(`${nth} kills`);
  }
  await killDuring(instance, { run: async ({ onDone }) => onDone() });
  for (const round of all) await check(round);
}

await runKillDrill(killRepeatedly);
