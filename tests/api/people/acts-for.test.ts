// Which member each call acts for: what a steward may send for a person, and which calls are the steward's own.
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { addMemberWithEverything } from '#tests/support/nouns/member-with-everything.ts';
import { openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { type Example, sendExample } from '#tests/support/openapi/example.ts';
import { exchangeExamples } from '#tests/support/openapi/exchange-examples.ts';
import { forumExamples } from '#tests/support/openapi/forum-examples.ts';
import { type ApiResponse, requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

/** The ids of a person's data; posts look the same to everyone. */
const READ = ['pickup', 'machine'];
const CHANGED = [...READ, 'post'];

const isShared = ({ call, method }: (typeof API_CALLS)[number]): boolean => {
  const nouns = method === 'GET' ? READ : CHANGED;
  return Object.values(call.ids ?? {}).some((noun) => nouns.includes(noun));
};

/** Whether an input's schema refers to a person. */
const namesPerson = (schema: object = {}): boolean => {
  const { options = [] } = 'def' in schema ? (schema.def as { options?: object[] }) : {};
  if (options.length > 0) return options.some(namesPerson);
  return 'shape' in schema && Object.hasOwn(schema.shape as object, 'for_account');
};

const declaring = (isWanted: (actsFor: string) => boolean): string[] =>
  API_CALLS.filter(({ call: { actsFor } }) => actsFor !== undefined && isWanted(actsFor)).map(
    ({ name }) => name,
  );
const own = declaring((actsFor) => actsFor === 'self');
const named = declaring((actsFor) => actsFor === 'input');
const inPlace = declaring((actsFor) => actsFor !== 'self' && actsFor !== 'input');

/** The tables of members' actions, with the column of the acting member. */
const DONE_BY = [
  ['likes', 'member_id'],
  ['comments', 'member_id'],
  ['mutes', 'member_id'],
  ['saved_posts', 'member_id'],
  ['reports', 'reporter_id'],
  ['posts', 'author_id'],
  ['appointments', 'requester_id'],
] as const;

/** The number of rows of each table by a member. */
const madeBy = async ({ services: { db } }: Site, { member: { id } }: MemberBrowser) =>
  Promise.all(
    DONE_BY.map(async ([table, column]) => {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
      return [table, rows.length];
    }),
  );

/** Makes a new member the only steward of a person. */
async function newStewardOf(site: Site, person: MemberBrowser): Promise<MemberBrowser> {
  const steward = await withPhone(site);
  const { db } = site.services;
  await db.deleteFrom('stewardships').where('person_id', '=', person.member.id).execute();
  await lookAfter(site, steward, person);
  return steward;
}

const codeOf = (name: string, { status, body }: ApiResponse) => [name, status, body['code']];

/** Examples of a person's calls, each with its sender. */
async function openExamples() {
  const site = await openSite();
  const all = await addMemberWithEverything(site);
  await site.services.db.deleteFrom('suspensions').execute();
  await site.services.db.deleteFrom('stewardships').execute();
  const examples: Record<string, () => Example | Promise<Example>> = {
    ...forumExamples(site, all),
    ...exchangeExamples(site, all),
  };
  const make = async (name: string): Promise<Example & { person: MemberBrowser }> => {
    const made = examples[name];
    if (!made) throw new Error(`No example of ${name}`);
    const example = await made();
    return { ...example, person: (example.as ?? all.subject) as MemberBrowser };
  };
  return { site, make, stranger: await withPhone(site) };
}

test('a call about shared data, or whose input refers to a person, declares for whom it acts', () => {
  const undecided = API_CALLS.filter((each) => isShared(each) && each.call.actsFor === undefined);
  expect(undecided.map(({ name }) => name)).toEqual([]);
  const withPerson = API_CALLS.filter(
    ({ call: { body, form } }) => namesPerson(body) || namesPerson(form?.texts),
  );
  expect(withPerson.map(({ name }) => name)).toEqual(named);
  expect([own.length, named.length, inPlace.length].every((count) => count > 1)).toBe(true);
});

test(
  'a steward can send and read what the person can; other members cannot',
  { timeout: 120_000 },
  async () => {
    const { site, make, stranger } = await openExamples();
    const deletedLast = inPlace.toSorted(
      (a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')),
    );
    for (const name of deletedLast) {
      const { person, ...example } = await make(name);
      const isRead = name.startsWith('GET ');
      const others = await sendExample(name, stranger, example);
      if (!isRead) expect(codeOf(name, others)[1]).toBeGreaterThanOrEqual(400);
      const steward = await newStewardOf(site, person);
      const sent = await sendExample(name, steward, example);
      expect([name, sent.status < 300, sent.body['code']]).toEqual([name, true, undefined]);
      if (!isRead) continue;
      const { body } = requireOk(await sendExample(name, person, example));
      expect([name, sent.body]).toEqual([name, body]);
      expect(others.body).not.toEqual(body);
    }
  },
);

test('data of a person belongs to them, and only their steward sends it', async () => {
  const { site, make, stranger } = await openExamples();
  for (const name of named) {
    const { person, ...example } = await make(name);
    const for_account = person.member.id;
    if (example.body instanceof FormData) example.body.set('for_account', for_account);
    else Object.assign(example.body as object, { for_account });
    const others = await sendExample(name, stranger, example);
    expect(codeOf(name, others)).toEqual([name, 403, 'not_looked_after']);
    const steward = await newStewardOf(site, person);
    const before = [await madeBy(site, person), await madeBy(site, steward)];
    const sent = await sendExample(name, steward, example);
    expect(codeOf(name, sent)).toEqual([name, 201, undefined]);
    expect(await madeBy(site, person)).not.toEqual(before[0]);
    expect(await madeBy(site, steward)).toEqual(before[1]);
  }
});

/** What a member did to their own post, and could undo. */
async function reactToOwn(owner: MemberBrowser, path: string): Promise<void> {
  requireOk(await owner.post(`${path}/likes`));
  requireOk(await owner.change('PUT', `${path}/mute`));
  requireOk(await owner.change('PUT', `${path}/saved`));
}

const comment = async (by: MemberBrowser, path: string): Promise<string> =>
  requireOk(
    await by.post(`${path}/comments`, { comment: 'How dry?' }, { 'idempotency-key': newId() }),
  ).body['data'].comment_id;

test.each(own)('%s is the steward’s own act, like any member’s', async (name) => {
  const site = await openSite();
  const { owner, post } = await openPickupStage(site);
  const path = `${POSTS}/${post.post_id}`;
  await reactToOwn(owner, path);
  const steward = await newStewardOf(site, owner);
  const stranger = await withPhone(site);
  const others = await comment(await withPhone(site), path);
  const body = { comment: 'How wet?', report_desc: 'It sells phones.' };
  const send = async (by: MemberBrowser) => {
    const comment_id = name.endsWith('/report') ? others : await comment(by, path);
    return sendExample(name, by, { ids: { id: post.post_id, comment_id }, body });
  };
  const [sent, same] = [await send(steward), await send(stranger)];
  expect(codeOf(name, sent)).toEqual(codeOf(name, same));
  expect([sent.status < 300, sent.body['code']]).toEqual(
    name.includes(' /admin/') ? [false, 'staff_only'] : [true, undefined],
  );
  expect(await madeBy(site, owner)).toEqual([
    ['likes', 1],
    ['comments', 0],
    ['mutes', 1],
    ['saved_posts', 1],
    ['reports', 0],
    ['posts', 1],
    ['appointments', 0],
  ]);
});
