// The size of a member's Explore before compression: a cheap phone parses and hydrates all of it.
import { expect, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';
import { loadCommunity } from '#tests/support/site/demo-community.ts';

const MAX_BYTES = 60_000;
const shared = shareServer();

test('Explore with ten posts of the demo has at most 60 KB of HTML for a member', async () => {
  const database = openDatabase(databaseAddress(shared()));
  const members = await loadCommunity(database.db, Date.now());
  const session = await insertSession(database.db, members.get('jun') ?? '');
  await database.close();
  const response = await fetch(`${originOf(shared())}/forums/explore`, {
    headers: { cookie: `session=${session}` },
  });
  const html = await response.text();
  const [, json = '{}'] =
    /<script type="application\/json" id="posts">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json).posts).toHaveLength(10);
  // The server renders these, each with an image.
  expect(html.match(/<article\b/g)).toHaveLength(3);
  expect(html.match(/<article\b.*?srcset/gi)?.length).toBeGreaterThan(0);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_BYTES);
});
