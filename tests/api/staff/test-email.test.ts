// The button on /staff that sends an email through the mail server.
import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/app/overview/test-email.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

test('staff can try the mail server a few times an hour', async () => {
  const staff = await signedInStaff(await openSite());
  const send = async () => (await sendForm(staff, '/staff/test-email', { action: 'send' })).status;
  const { points } = LIMITS.testEmail;
  for (let tries = 0; tries < points; tries += 1) expect(await send()).toBe(204);
  expect(await send()).toBe(429);
});
