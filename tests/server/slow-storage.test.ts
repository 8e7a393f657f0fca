import { expect, onTestFinished, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { openFakeBucket } from '#tests/support/server/fake-bucket.ts';
import {
  originOf,
  addSignedInMembers,
  databaseAddress,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

const WORDS = 'Turn the heap on the fifth day.';
// Shorter than the timeout of ten seconds for requests to the bucket.
const TIMEOUT_MS = 9000;
// A complete page is cached three times as long.
const REFRESH_MS = 20_000;

/**
 * Publishes a resource.
 * @returns functions that fetch its page, as a guest and as a member
 */
async function addResourceWithImages(instance: ServerInstance): Promise<(() => Promise<string>)[]> {
  const database = openDatabase(databaseAddress(instance));
  const { id } = await addResource(database.db, {}, [{ type: 'TEXT', content: WORDS }]);
  const [token = ''] = await addSignedInMembers(database, 1);
  await database.close();
  return ['', `session=${token}`].map((cookie) => async () => {
    const init = { headers: { cookie }, signal: AbortSignal.timeout(TIMEOUT_MS) };
    return (await fetch(`${originOf(instance)}/eduhub/${id}`, init)).text();
  });
}

test('a resource is readable while the image storage is silent, and offered for saving soon after', async () => {
  const bucket = await openFakeBucket();
  onTestFinished(() => bucket.close());
  const { instance } = await startOwnServer({ STORAGE_URL: bucket.url });
  // Other requests use the bucket too.
  bucket.failures.push(...Array<'silence'>(20).fill('silence'));
  const readers = await addResourceWithImages(instance);
  for (const read of readers) {
    const page = await read();
    expect(page).toContain(WORDS);
    expect(page).not.toContain('Save for offline');
  }
  bucket.failures.length = 0;
  for (const read of readers)
    await expect.poll(read, { timeout: REFRESH_MS }).toContain('Save for offline');
});
