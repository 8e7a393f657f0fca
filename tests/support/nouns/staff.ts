import type { Act } from '#lib/contract/people/audit-log.ts';
import { CONFIRMATION_MINUTES } from '#lib/contract/people/confirmations.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

export const ADMIN = '/api/admin';
export const MEMBERS = `${ADMIN}/members`;
export const CONFIRMATIONS = '/api/web/account/confirmations';

/** After this time, the password must be confirmed again. */
export const STALE_MS = (CONFIRMATION_MINUTES + 1) * 60_000;

/** A browser of a new member of staff who has just logged in. */
export const signedInStaff = async (site: Site, first_name = 'Sol'): Promise<MemberBrowser> =>
  site.signedIn(await site.member({ role: 'staff', first_name }));

/** The stored audit log, oldest first. */
export const storedActs = ({ services: { db } }: Site) =>
  db.selectFrom('audit_log').orderBy('id').selectAll().execute();

/** The stored acts of a kind. */
export const actsOf = async (site: Site, act: Act) =>
  (await storedActs(site)).filter((each) => each.act === act);
