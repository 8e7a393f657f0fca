// Requests about personal access tokens that succeed, by call.
import { makeToken } from '#tests/support/nouns/personal-tokens.ts';
import { PASSWORD, type Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

export const tokenExamples = (site: Site) =>
  ({
    'POST /web/account/tokens': () => ({
      body: { name: 'App', scope: 'write', confirm_password: PASSWORD },
    }),
    'DELETE /web/account/tokens/:id': async () => {
      const as = await site.signedIn();
      return { as, ids: { id: (await makeToken(as)).token_id } };
    },
  }) satisfies Record<string, Make>;
