import type { Act } from '#lib/contract/people/audit-log.ts';
import { CONFIRMATION_MINUTES } from '#lib/contract/people/confirmations.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

export const ADMIN = '/api/admin';
export const MEMBERS = `${ADMIN}/members`;
export const CONFIRMATIONS = '/api/web/account/confirmations';

/** Long enough that the password is to be entered again. */
export const STALE_MS = (CONFIRMATION_MINUTES + 1) * 60_000;

/** @returns a browser of a new member of staff, who has just signed in */
export const signedInStaff = async (site: Site, first_name = 'Sol'): Promise<MemberBrowser> =>
  site.signedIn(await site.member({ role: 'staff', first_name }));

/** @returns the log as it is stored, oldest first */
export const storedActs = ({ services: { db } }: Site) =>
  db.selectFrom('audit_log').orderBy('id').selectAll().execute();

/** @returns what is stored of the acts of a kind */
export const actsOf = async (site: Site, act: Act) =>
  (await storedActs(site)).filter((each) => each.act === act);
