// Kills the server with SIGKILL repeatedly while members post, and checks that every acknowledged post
// is stored completely, with its images.
//   node tests/crash/kill9.ts [--rounds 200] [--database sqlite|postgres]
import sharp from 'sharp';

import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { addSignedInMembers } from '#tests/support/server/server-process.ts';

import { type KillDrill, killDuring, KILLS, runKillDrill } from './kill-drill.ts';
import { checkAcknowledged, checkWhole } from './verify.ts';
import { type Acknowledged, write } from './writers.ts';

// The rate limit is 20 posts in ten minutes.
const MEMBERS_A_ROUND = 8;

const createImage = async (width: number) => {
  const background = { r: width % 256, g: 90, b: 40 };
  const image = sharp({ create: { width, height: 300, channels: 3, background } });
  return new Uint8Array(await image.png().toBuffer());
};

async function killRepeatedly({ drill, rounds, instance, database }: KillDrill): Promise<void> {
  drill.expectAtLeast(rounds, 'posts acknowledged');
  drill.expectAtLeast(1, 'of them with pictures');
  const files = await openStorage(null, instance.dataDir);
  const tokens = await addSignedInMembers(database, rounds * MEMBERS_A_ROUND);
  let next = 0;
  const nextSession = () => tokens[next++ % tokens.length] ?? '';
  const images = await Promise.all([700, 500].map(createImage));
  for (let nth = 1; nth <= rounds; nth += 1) {
    const acknowledged: Acknowledged[] = [];
    await killDuring(instance, {
      run: (until) => write({ instance, nextSession, images, acknowledged, ...until }),
    });
    drill.count(KILLS, acknowledged.length > 0 ? 1 : 0);
    drill.count('posts acknowledged', acknowledged.length);
    const withPictures = acknowledged.filter(({ attachments }) => attachments.length > 0);
    drill.count('of them with pictures', withPictures.length);
    drill.fail(...(await checkAcknowledged(database, files, acknowledged)));
    if (nth % 20 === 0) console.log(`${nth} kills`);
  }
  drill.fail(...(await checkWhole(database, files)));
}

await runKillDrill(killRepeatedly);
