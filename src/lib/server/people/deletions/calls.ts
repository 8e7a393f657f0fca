import { Deletion, DeletionInput } from '#lib/contract/people/deletions.ts';
import { LIMITS } from '#lib/server/people/confirmations/service.ts';
import { confirmNow } from '#lib/server/people/passkeys/confirm-now.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { writeCookie } from '#lib/server/platform/http/cookies.ts';

import { requestDeletion } from './service.ts';

/** The deletion of an account. */
export const calls = {
  'POST /web/account/deletion': call({
    summary: 'Request the deletion of my account',
    withoutConsent: true,
    body: DeletionInput,
    response: Deletion,
    status: [202],
    errors: ['wrong_current_password', 'last_staff_member'],
    limits: [LIMITS.confirmation],
    run: async (ctx, { body }, c) => {
      await confirmNow(ctx, body);
      const deletion = await requestDeletion(ctx);
      writeCookie(c, 'session', null);
      // Not "storage", which would delete the data of other accounts.
      c.header('clear-site-data', '"cache"');
      return deletion;
    },
  }),
} satisfies Calls;
