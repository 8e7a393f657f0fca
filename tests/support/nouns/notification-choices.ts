import { requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser } from '#tests/support/site/site.ts';

const SETTINGS = '/api/web/account/notifications';

/** Chooses every kind for email and push where they are offered. */
export async function chooseEverything(member: MemberBrowser): Promise<void> {
  const { kinds } = (await member.get(SETTINGS)).body['data'];
  const offered = (channel: 'email' | 'push') =>
    kinds.flatMap((row: Record<string, unknown>) => (row[channel] === null ? [] : [row['kind']]));
  const channels = { email: offered('email'), push: offered('push') };
  requireOk(await member.change('PUT', SETTINGS, { hidden: [], channels }));
}
