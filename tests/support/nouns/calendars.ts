import type { Site } from '#tests/support/site/site.ts';

/** @returns the secret of the address of a member's calendar, as the page of the settings shows it */
export async function calendarToken({ services }: Site, memberId: string): Promise<string> {
  const { id } = await services.db
    .selectFrom('calendars')
    .where('member_id', '=', memberId)
    .select('id')
    .executeTakeFirstOrThrow();
  return `${id}-${services.secrets.sign('calendar', id)}`;
}
