import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Services } from '#lib/server/platform/context.ts';
import { UNIQUE_CONSTRAINTS } from '#lib/server/platform/db/unique-constraints.ts';
import { agreeTo } from '#tests/support/nouns/appointments.ts';
import { book, bookAgreed, bookingIn, openMachineStage } from '#tests/support/nouns/machines.ts';
import {
  APPOINTMENTS,
  agreeWith,
  ask,
  openPickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const INDEXES = {
  sqlite: sql<{ name: string; columns: string }>`
    select i.name, (select group_concat(t.name || '.' || c.name, ', ') from pragma_index_info(i.name) as c) as columns
    from pragma_table_list as t, pragma_index_list(t.name) as i where t.schema = 'main' and i."unique"`,
  postgres: sql<{ name: string; columns: string }>`
    select x.indexrelid::regclass::text as name,
      (select string_agg(t.relname || '.' || a.attname, ', ' order by k.nth)
        from unnest(x.indkey::int[]) with ordinality as k (attnum, nth)
        join pg_attribute as a on a.attrelid = x.indrelid and a.attnum = k.attnum) as columns
    from pg_index as x join pg_class as t on t.oid = x.indrelid where x.indisunique`,
};

test('each expected constraint has its columns, and its name on PostgreSQL', async () => {
  const { services } = await openSite();
  const { rows } = await INDEXES[services.dialect].execute(services.db);
  const known = Object.entries(UNIQUE_CONSTRAINTS).map(([name, columns]) => ({ name, columns }));
  if (services.dialect === 'postgres') expect(rows).toEqual(expect.arrayContaining(known));
  const columns = rows.map((row) => row.columns);
  expect(columns).toEqual(expect.arrayContaining(known.map((each) => each.columns)));
});

/** Constraints without a meaning for members. */
async function addConstraints({ db }: Services): Promise<void> {
  for (const columns of [
    "appointments (kind) where subject = 'amount'",
    'appointment_messages (content)',
    "appointments (status) where subject = 'half_day'",
    'comments (content)',
  ])
    await sql`create unique index ${sql.id(`${columns} is new`)} on ${sql.raw(columns)}`.execute(
      db,
    );
}

test('no other violation is reported as a member’s error', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site);
  const machine = await openMachineStage(site);
  const [ana, ben] = [await withPhone(site), await withPhone(site)];
  const pickup = await agreeWith(stage, ana);
  const comments = `${POSTS}/${stage.post.post_id}/comments`;
  const message = { content: 'On my way' };
  requireOk(await ana.post(`${pickup}/messages`, message));
  requireOk(await ana.post(comments, { comment: message.content }));
  await bookAgreed(machine, ana);
  const booking = await book(machine, ben, { half: 'afternoon' });
  await addConstraints(site.services);
  const responses = [
    await ask(stage, ben),
    await stage.owner.post(`${pickup}/messages`, message),
    await ana.post(APPOINTMENTS, bookingIn(machine, { half: 'afternoon' })),
    await agreeTo(machine.owner, booking),
    await ben.post(comments, { comment: message.content }),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500));
});
