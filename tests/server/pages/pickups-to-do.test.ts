// The navigation of each page has the number of pickups that the member must act on.
import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { regionDay } from '#lib/site.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { addPickup } from '#tests/support/server/add-pickup.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();

const today = regionDay(Date.now());
const YESTERDAY = addDays(today, -1);

test('requests to respond to and pickups to report are counted, and nothing else', async () => {
  const database = openDatabase(databaseAddress(shared()));
  const { db } = database;
  const { id } = await addMember(db, { password_hash: 'none' });
  const { id: other } = await addMember(db, { password_hash: 'none' });
  const cookie = `session=${await insertSession(db, id)}`;
  const readCounts = async () => {
    const response = await fetch(`${originOf(shared())}/about`, { headers: { cookie } });
    return [
      ...(await response.text()).matchAll(/Exchange(?:: (\d+) needs? your answer)?<\/span>/g),
    ].map(([, count]) => count ?? '0');
  };
  const mine = { owner_id: id, requester_id: other };
  const theirs = { owner_id: other, requester_id: id };
  expect(await readCounts()).toEqual(['0']);
  await addPickup(db, theirs);
  await addPickup(db, { ...mine, status: 'agreed' });
  await addPickup(db, { ...mine, day: YESTERDAY });
  await addPickup(db, { ...mine, day: YESTERDAY, status: 'agreed', owner_result: 'taken' });
  await addPickup(db, { ...mine, day: YESTERDAY, status: 'called_off' });
  expect(await readCounts()).toEqual(['0']);
  await addPickup(db, mine);
  await addPickup(db, { ...mine, day: YESTERDAY, status: 'agreed' });
  await addPickup(db, { ...theirs, day: YESTERDAY, status: 'agreed', owner_result: 'taken' });
  expect(await readCounts()).toEqual(['3']);
  await database.close();
});
