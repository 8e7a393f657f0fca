import type { Site } from '#tests/support/site/site.ts';

/** The secret in the URL of a member's calendar, from their settings. */
export async function calendarToken({ services }: Site, memberId: string): Promise<string> {
  const { id } = await services.db
    .selectFrom('calendars')
    .where('member_id', '=', memberId)
    .select('id')
    .executeTakeFirstOrThrow();
  return `${id}-${services.secrets.sign('calendar', id)}`;
}
