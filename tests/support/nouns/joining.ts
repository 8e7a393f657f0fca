// Requests to join, like those of the site's pages.
import { replacePolicy } from '#lib/server/people/policies/publishing.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { GUIMBA } from './alerts.ts';
import { deliveredEmails } from './emails.ts';

export const JOIN = '/api/web/join';
export const APPLICATIONS = '/api/admin/applications';
export const INVITATIONS = '/api/admin/invitations';
export const CONSENTS = '/api/web/account/consents';
export const NEW_PASSWORD = 'Dayami-at-2-Ipa!';

/** A valid application while no document is published. */
export const APPLICANT = {
  first_name: 'Lea',
  last_name: 'Manalo',
  email: 'lea@farm.example',
  role: 'farmer',
  town: GUIMBA,
  about: 'I grow rice on two hectares.',
};

/** Submits an application. @param given other fields */
export const applyFor = (browser: Browser, given: object = {}, headers = {}) =>
  browser.post(JOIN, { ...APPLICANT, ...given }, headers);

/** @returns the token of the link in an email */
export const tokenIn = (email = ''): string =>
  /\/join\/confirm\/([\w-]{43})/.exec(email.replaceAll(/=\r?\n/g, ''))?.[1] ?? 'no token';

/** Sends the pending emails. @returns the token of the newest link */
export const newestToken = async (site: Site): Promise<string> =>
  tokenIn((await deliveredEmails(site)).findLast((email) => tokenIn(email) !== 'no token'));

/** Chooses the password of a new account. */
export const confirmJoin = (browser: Browser, token: string, password = NEW_PASSWORD) =>
  browser.post(`${JOIN}/confirm`, { token, password });

export const signInStaff = async (site: Site): Promise<MemberBrowser> =>
  site.signedIn(await site.member({ role: 'staff' }));

export interface MadeInvitation {
  id: string;
  code: string;
}

/** @param given other fields */
export async function makeInvitation(
  staff: Browser,
  site: Site,
  given: object = {},
): Promise<MadeInvitation> {
  const until = new Date(site.services.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const input = { note: 'Door', max_uses: 5, until, ...given };
  const { body } = await staff.post(INVITATIONS, input);
  const { invitation_id: id, link } = body['data'];
  return { id, code: link.split('/').at(-1) };
}

/** Lets a member agree to all documents. */
export async function agreeToAll(browser: Browser): Promise<void> {
  const { missing } = (await browser.get(CONSENTS)).body['data'];
  for (const { document, version } of missing) await browser.post(CONSENTS, { document, version });
}

const PDF = Buffer.from('%PDF-1.7\n%%EOF');

/** Publishes a version of a document. */
export const publish = (
  site: Site,
  kind: 'terms_and_conditions' | 'data_privacy_guidelines' = 'terms_and_conditions',
) =>
  replacePolicy(site.services, PDF, { kind, title: 'Rules', text: 'Be kind.', updated_at: 1e12 });

/** The number of rows in a table of members and applications. */
export const countRows = async (
  db: Executor,
  table: 'applications' | 'consents' | 'deliveries' | 'members',
): Promise<number> => (await db.selectFrom(table).select('id').execute()).length;
