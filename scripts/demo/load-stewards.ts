import type { Executor } from '#lib/server/platform/db/schema.ts';

const DAYS_AGO = 30;
const DAY = 86_400_000;

/** Stewards, the people they look after, and the posts they made for them. */
const STEWARDSHIPS = [
  { steward: 'pilar', person: 'boyet', note: 'Folder B', listings: ['banana-trunks'] },
];

/**
 * Loads stewards. Runs after the listings that they posted.
 * @param ids by key
 * @param now milliseconds since 1970
 */
export async function loadStewards(
  tx: Executor,
  ids: Record<'posts' | 'members', Map<string, string>>,
  now: number,
): Promise<void> {
  const memberOf = (key: string): string => ids.members.get(key) ?? '';
  for (const { steward, person, note, listings } of STEWARDSHIPS) {
    const pair = { steward_id: memberOf(steward), person_id: memberOf(person) };
    const consent = { consent: 'paper', consent_note: note, begun_by: memberOf('staff') } as const;
    const begun_at = now - DAYS_AGO * DAY;
    await tx
      .insertInto('stewardships')
      .values({ ...pair, ...consent, begun_at })
      .execute();
    for (const key of listings)
      await tx
        .updateTable('listings')
        .set({ posted_by: pair.steward_id })
        .where('post_id', '=', ids.posts.get(key) ?? '')
        .execute();
  }
}
