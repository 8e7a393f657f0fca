// Imported phone numbers that another member has entered.
import { expect, test } from 'vitest';

import { bringIn, codesOf, IMPORT_PAGE, openDesk, preview } from '#tests/support/nouns/imports.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import type { Site } from '#tests/support/site/site.ts';

const memberOf = async ({ services: { db } }: Site, phone: string) =>
  db.selectFrom('members').where('sign_in_phone', '=', phone).select('id').executeTakeFirst();

test('staff assign a number to an imported person if its member only claimed it or uses it for pickups', async () => {
  const { site, staff } = await openDesk();
  const { db } = site.services;
  const [claimed, contact, confirmed] = ['09170000001', '09170000002', '09170000003'];
  const tess = await site.signedIn(await site.member({ sign_in_phone: claimed }));
  const claim = { member_id: tess.member.id, phone: claimed, claimed_at: 0 };
  await db.insertInto('sign_in_phone_claims').values(claim).execute();
  const ben = await site.member({ contact_phone: contact });
  const ana = await site.member({ sign_in_phone: confirmed });
  const list = [claimed, contact, confirmed].map((each) => `Lito Cruz;farmer;;${each}`).join('\n');
  const { rows, present } = await preview(staff, list);
  expect(rows).toEqual([]);
  expect(present.map(({ phone }: { phone?: string }) => phone)).toEqual([
    claimed,
    contact,
    undefined,
  ]);
  expect(codesOf(await bringIn(staff, list))).toEqual({ list: 'import_nothing' });
  const form = { action: 'import', list, has_paper: 'yes', paper: 'Blue folder' };
  const given = { 'given.0': claimed, 'given.1': contact, 'given.2': confirmed };
  const [, location] = redirectOf(await sendForm(staff, IMPORT_PAGE, { ...form, ...given }));
  expect(location).toContain('?done=import');
  const owners = [claimed, contact, confirmed].map((phone) => memberOf(site, phone));
  const ids = (await Promise.all(owners)).map((owner) => owner?.id);
  expect(ids).not.toContain(tess.member.id);
  expect(ids).not.toContain(ben.id);
  expect(ids.at(-1)).toBe(ana.id);
  expect(await getAllNotifications(tess)).toMatchObject([{ type: 'verification-action' }]);
});
