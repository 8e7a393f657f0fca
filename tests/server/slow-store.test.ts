import { expect, onTestFinished, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open.ts';
import { openFakeBucket } from '#tests/support/bucket.ts';
import { addressOf, databaseOf, type Place } from '#tests/support/built-server.ts';

import { openBuilt } from './place.ts';

const WORDS = 'Turn the heap on the fifth day.';
// The bucket itself is given up after ten seconds.
const SOON_MS = 6000;

/** Publishes a guide. @returns its page's address */
async function addGuide(place: Place): Promise<string> {
  const database = openDatabase(databaseOf(place));
  const { id } = await addResource(database.db, {}, [{ type: 'TEXT', content: WORDS }]);
  await database.close();
  return `${addressOf(place)}/eduhub/${id}`;
}

test('a guide is read while the store of its pictures is silent, and not offered for saving', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const { place } = await openBuilt({ STORAGE_URL: bucket.url });
  const address = await addGuide(place);
  // Others ask it too.
  bucket.troubles.push(...Array<'silence'>(20).fill('silence'));
  const page = await (await fetch(address, { signal: AbortSignal.timeout(SOON_MS) })).text();
  expect(page).toContain(WORDS);
  expect(page).not.toContain('Save for offline');
});
