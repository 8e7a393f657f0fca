// Requests about members who log in with a phone number, or who have a steward.
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { PASSWORD, type Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

/** Examples of phone numbers for login, and of codes from staff. */
export function phoneExamples(site: Site) {
  const member = async () => ({
    as: await signedInStaff(site),
    ids: { id: (await site.member()).id },
  });
  return {
    'POST /web/auth/phone-login': async () => {
      const { sign_in_phone } = await site.member({ sign_in_phone: '09171234561' });
      return { as: site.guest(), body: { phone_number: sign_in_phone, password: PASSWORD } };
    },
    'PUT /web/account/sign-in-phone': async () => ({
      as: await site.signedIn(),
      body: { phone_number: '09171234562' },
    }),
    'DELETE /web/account/sign-in-phone': async () => ({
      as: await site.signedIn(await site.member({ sign_in_phone: '09171234563' })),
    }),
    'PUT /admin/members/:id/sign-in-phone': async () => ({
      ...(await member()),
      body: { phone_number: '09171234564' },
    }),
    'POST /admin/members/:id/desk-code': member,
    'POST /web/auth/desk-code': async () => {
      const { as, ids } = await member();
      const { body } = await as.post(`/api/admin/members/${ids.id}/desk-code`);
      return { as: site.guest(), body: { code: body['data'].code, password: NEW_PASSWORD } };
    },
  } satisfies Record<string, Make>;
}

/** Examples of stewards. */
export function stewardExamples(site: Site) {
  const asMember = async () => ({ as: await site.signedIn() });
  const aboutMember = async () => ({ ids: { id: (await site.member()).id } });
  const asStaff = async () => ({ as: await signedInStaff(site), ...(await aboutMember()) });
  return {
    'GET /web/stewardships': asMember,
    'DELETE /web/stewardships/own': asMember,
    'DELETE /web/stewardships/people/:id': async () => ({
      ...(await asMember()),
      ...(await aboutMember()),
    }),
    'GET /admin/members/:id/steward': asStaff,
    'PUT /admin/members/:id/steward': async () => ({
      ...(await asStaff()),
      body: { steward: (await site.member()).id, consent: 'paper' },
    }),
    'DELETE /admin/members/:id/steward': asStaff,
  } satisfies Record<string, Make>;
}
