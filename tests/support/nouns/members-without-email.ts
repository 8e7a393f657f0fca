import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

/** @returns a browser of a member who has no email, and signs in with a phone number */
export async function joinByPhone(
  site: Site,
  phone: string,
  given?: Parameters<Site['member']>[0],
): Promise<MemberBrowser> {
  const browser = await site.signedIn(await site.member(given));
  await site.services.db
    .updateTable('members')
    .set({ email: null, sign_in_phone: phone })
    .where('id', '=', browser.member.id)
    .execute();
  return browser;
}
