// Calls every documented route, and compares the responses with the document.
import { expect, test } from 'vitest';

import { ALL_CALLS } from '#lib/server/app/calls.ts';
import { addMemberWithEverything } from '#tests/support/nouns/member-with-everything.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { accountExamples } from '#tests/support/openapi/account-examples.ts';
import { decisionExamples } from '#tests/support/openapi/decision-examples.ts';
import { DOCUMENT_EXAMPLES } from '#tests/support/openapi/document-examples.ts';
import { ENTRY_EXAMPLES } from '#tests/support/openapi/entry-examples.ts';
import { type Example, sendExample } from '#tests/support/openapi/example.ts';
import { exchangeExamples } from '#tests/support/openapi/exchange-examples.ts';
import { forumExamples } from '#tests/support/openapi/forum-examples.ts';
import { findMismatch } from '#tests/support/openapi/match-document.ts';
import { PASSKEY_EXAMPLES } from '#tests/support/openapi/passkey-examples.ts';
import { phoneExamples, stewardExamples } from '#tests/support/openapi/phone-examples.ts';
import { pushExamples } from '#tests/support/openapi/push-examples.ts';
import { staffExamples } from '#tests/support/openapi/staff-examples.ts';
import { tokenExamples } from '#tests/support/openapi/token-examples.ts';
import type { ApiResponse } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

/** Reads first, deletions last. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const turn = (call: string): number => ORDER.indexOf(call.split(' ', 1)[0] ?? '');

test('every response to a valid request matches the document', { timeout: 120_000 }, async () => {
  const pushService = await openPushService();
  const site = await openSite({}, { pushNetwork: pushService.network });
  const all = await addMemberWithEverything(site);
  await site.services.db.deleteFrom('suspensions').execute();
  const examples: Record<string, () => Example | Promise<Example>> = {
    ...forumExamples(site, all),
    ...exchangeExamples(site, all),
    ...accountExamples(site),
    ...phoneExamples(site),
    ...stewardExamples(site),
    ...tokenExamples(site),
    ...pushExamples(site, pushService),
    ...staffExamples(site, all),
    ...decisionExamples(site, all),
    ...ENTRY_EXAMPLES,
    ...DOCUMENT_EXAMPLES,
    ...PASSKEY_EXAMPLES,
  };
  const problems: string[] = [];
  const rejected: string[] = [];
  for (const call of Object.keys(ALL_CALLS).toSorted((a, b) => turn(a) - turn(b))) {
    const isOfStaff = call.includes(' /admin/');
    const example = (await examples[call]?.()) ?? {};
    const as = example.as ?? (isOfStaff ? await signedInStaff(site) : all.subject);
    const response: ApiResponse = await sendExample(call, as, example);
    const problem = findMismatch(call, response);
    if (problem) problems.push(problem);
    if (response.status >= 400) rejected.push(`${call} ${response.body['code']}`);
  }
  expect(problems).toEqual([]);
  expect(rejected).toEqual([]);
});

test('a response that differs from the document is found', async () => {
  const site = await openSite();
  const response = await site.guest().get('/api/web/forum/posts/limited');
  const call = 'GET /web/forum/posts/limited';
  expect(findMismatch(call, response)).toBeNull();
  const { data } = response.body;
  const wrong = (body: Record<string, unknown>, status = 200) =>
    findMismatch(call, { ...response, status, body });
  expect(wrong({ data: { ...data, more: 1 } })).toContain('more');
  expect(wrong({ data: { ...data, nextCursor: 1 } })).toContain('nextCursor');
  expect(wrong({})).toContain('data');
  expect(wrong({ error: 'No.', code: 'post_not_yours' }, 403)).toContain('403');
});
