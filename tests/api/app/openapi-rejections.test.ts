// Sends an empty request to every documented call, and compares the responses with the document.
import { expect, test } from 'vitest';

import { ALL_CALLS } from '#lib/server/app/calls.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { newToken, sendWithToken, TOKENS } from '#tests/support/nouns/personal-tokens.ts';
import { sendExample } from '#tests/support/openapi/example.ts';
import { findMismatch } from '#tests/support/openapi/match-document.ts';
import { openSite } from '#tests/support/site/site.ts';

const calls = Object.keys(ALL_CALLS);

test.each(['guest', 'member'] as const)(
  'every rejection of an empty request by a %s matches the document',
  { timeout: 120_000 },
  async (who) => {
    const site = await openSite();
    const problems: string[] = [];
    for (const call of calls) {
      const as = who === 'guest' ? site.guest() : await site.signedIn();
      const problem = findMismatch(call, await sendExample(call, as, {}));
      if (problem) problems.push(problem);
    }
    expect(problems).toEqual([]);
  },
);

test.each(['read', 'write', 'removed'] as const)(
  'every response to an empty request with a token (%s) matches the document',
  { timeout: 120_000 },
  async (kind) => {
    const site = await openSite();
    const made = await newToken(site, kind === 'read' ? 'read' : 'write');
    if (kind === 'removed') await made.browser.change('DELETE', `${TOKENS}/${made.token_id}`);
    const problems: string[] = [];
    for (const call of calls) {
      site.advanceClock(1000);
      const [method = '', path = ''] = call.split(' ');
      const url = `/api${path.replaceAll(/:\w+/g, newId)}`;
      const problem = findMismatch(call, await sendWithToken(site, made.token, [method, url]));
      if (problem) problems.push(problem);
    }
    expect(problems).toEqual([]);
  },
);
