// A steward and the person they act for.
import type { Services } from '#lib/server/platform/context.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { withPhone } from './pickups.ts';

export const STEWARDSHIPS = '/api/web/stewardships';

/** Makes a member the steward of another. */
export async function lookAfter(
  { services: { db, now } }: { services: Pick<Services, 'db' | 'now'> },
  steward: Pick<MemberBrowser, 'member'>,
  person: Pick<MemberBrowser, 'member'>,
) {
  const pair = { steward_id: steward.member.id, person_id: person.member.id };
  const given = { consent: 'paper', consent_note: '', begun_by: null } as const;
  await db
    .insertInto('stewardships')
    .values({ ...pair, ...given, begun_at: now() })
    .execute();
}

/** Mark, the steward of Lito. Both have a contact number. */
export async function openStewardship(site: Site) {
  const mark = await withPhone(site);
  const lito = await withPhone(site);
  const { db } = site.services;
  for (const [{ member }, first_name, last_name] of [
    [mark, 'Mark', 'Reyes'],
    [lito, 'Lito', 'Bautista'],
  ] as const)
    await db
      .updateTable('members')
      .set({ first_name, last_name })
      .where('id', '=', member.id)
      .execute();
  await lookAfter(site, mark, lito);
  return { mark, lito };
}
