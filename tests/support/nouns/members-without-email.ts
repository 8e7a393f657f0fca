import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

/** A browser of a member without an email, who logs in with a phone number. */
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
