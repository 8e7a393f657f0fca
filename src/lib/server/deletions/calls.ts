import { Deletion, DeletionInput } from '#lib/contract/deletions.ts';
import { confirmNow } from '#lib/server/confirmations/confirm-now.ts';
import { LIMITS } from '#lib/server/confirmations/limits.ts';
import { call, type Calls } from '#lib/server/http/calls.ts';
import { writeCookie } from '#lib/server/http/cookies.ts';

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
