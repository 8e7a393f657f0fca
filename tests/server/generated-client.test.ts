// A client generated from the document of the API works with the built server.
import { expect, test } from 'vitest';

import { addMember } from '#demo/factories.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { blankPng } from '#tests/support/nouns/images.ts';
import {
  clientWithCookies,
  clientWithToken,
  generateClient,
  type GeneratedApi,
} from '#tests/support/server/generated-client.ts';
import {
  databaseAddress,
  originOf,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';

import { shareServer } from './running-server.ts';

const PASSWORD = 'Straw-for-7-Cows';
const getInstance = shareServer();

/** Inserts members with a password. @returns their emails */
async function addMembers(instance: ServerInstance, names: string[]): Promise<string[]> {
  const password_hash = await hashPassword(PASSWORD);
  const database = openDatabase(databaseAddress(instance));
  const emails = [];
  for (const first_name of names)
    emails.push((await addMember(database.db, { first_name, password_hash })).email);
  await database.close();
  return emails;
}

const photo = () => new File([Uint8Array.from(blankPng(64, 48))], 'a.png', { type: 'image/png' });

/** Calls a generated function. @returns its data; fails when the server rejects it */
async function call({ calls }: GeneratedApi, name: string, options: object) {
  const { data, error, response } = (await calls[name]?.(options)) ?? {};
  expect([name, response?.ok, error]).toEqual([name, true, undefined]);
  return (data?.data ?? {}) as Record<string, string>;
}

/** Posts with an image, and likes and comments on the post. @returns the id of the post */
async function postAndReact(api: GeneratedApi, client: object, other = client) {
  const body = { title: 'Rice straw', description: 'Forty bundles.', 'attachments[]': [photo()] };
  const post = await call(api, 'postWebForumPosts', { client, body });
  expect(post['attachments']).toHaveLength(1);
  const path = { id: post['post_id'] };
  await call(api, 'postWebForumPostsByIdLikes', { client: other, path });
  const comment = { comment: 'Still there?' };
  await call(api, 'postWebForumPostsByIdComments', { client: other, path, body: comment });
  return path;
}

const readTitles = async (api: GeneratedApi, client: object): Promise<string[]> => {
  const { notifications } = await call(api, 'getWebNotification', { client });
  return (notifications as unknown as { content: string }[]).map(({ content }) => content);
};

test('it signs in, posts with an image, likes, comments and reads notifications, also with a token', async () => {
  const origin = originOf(getInstance());
  const emails = await addMembers(getInstance(), ['Maria', 'Jun']);
  const api = await generateClient(origin);
  const [maria, jun] = [clientWithCookies(api, origin), clientWithCookies(api, origin)];
  for (const [client, email] of [
    [maria, emails[0]],
    [jun, emails[1]],
  ] as const)
    await call(api, 'postWebAuthLogin', { client, body: { email, password: PASSWORD } });
  const path = await postAndReact(api, maria, jun);
  const post = await call(api, 'getWebForumPostsById', { client: maria, path });
  expect(post).toMatchObject({ likes: 1, comments: 1 });
  expect((await readTitles(api, maria)).length).toBe(2);

  const body = { name: 'App', scope: 'write', confirm_password: PASSWORD };
  const { token = '' } = await call(api, 'postWebAccountTokens', { client: jun, body });
  const app = clientWithToken(api, origin, token);
  await postAndReact(api, app, app);
  await call(api, 'postWebForumPostsByIdUnlike', { client: app, path });
  await readTitles(api, app);
  const closed = await api.calls['getWebAccountSessions']?.({ client: app });
  // The generated client sends no token to a call that does not accept one.
  expect([closed?.response.status, closed?.error?.code]).toEqual([401, 'unauthenticated']);
});
