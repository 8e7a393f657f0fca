import { expect, onTestFinished, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { openFakeBucket } from '#tests/support/bucket.ts';
import { addressOf, addWriters, databaseOf, type Place } from '#tests/support/built-server.ts';

import { openBuilt } from './place.ts';

const WORDS = 'Turn the heap on the fifth day.';
// The bucket itself is given up after ten seconds.
const SOON_MS = 9000;
// A page that lacks nothing is kept three times as long.
const ANEW_MS = 20_000;

/** Publishes a guide. @returns how its page is read, by a guest and by a member */
async function addGuide(place: Place): Promise<(() => Promise<string>)[]> {
  const database = openDatabase(databaseOf(place));
  const { id } = await addResource(database.db, {}, [{ type: 'TEXT', content: WORDS }]);
  const [token = ''] = await addWriters(database, 1);
  await database.close();
  return ['', `session=${token}`].map((cookie) => async () => {
    const asked = { headers: { cookie }, signal: AbortSignal.timeout(SOON_MS) };
    return (await fetch(`${addressOf(place)}/eduhub/${id}`, asked)).text();
  });
}

test('a guide is read while the store of its pictures is silent, and offered for saving soon after', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const { place } = await openBuilt({ STORAGE_URL: bucket.url });
  // Others ask it too.
  bucket.troubles.push(...Array<'silence'>(20).fill('silence'));
  const readers = await addGuide(place);
  for (const read of readers) {
    const page = await read();
    expect(page).toContain(WORDS);
    expect(page).not.toContain('Save for offline');
  }
  bucket.troubles.length = 0;
  for (const read of readers)
    await expect.poll(read, { timeout: ANEW_MS }).toContain('Save for offline');
});
