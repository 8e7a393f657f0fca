// Requests about legal documents and pending posts, each on its own site.
import { agreeToAll, publish } from '#tests/support/nouns/joining.ts';
import { PENDING } from '#tests/support/nouns/moderation.ts';
import { makePdf } from '#tests/support/nouns/pdf.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

const document = 'terms_and_conditions';
const DRAFT = `/api/admin/policies/${document}/draft`;

function policyForm(): FormData {
  const form = new FormData();
  form.append('pdf', new File([makePdf()], 'terms.pdf', { type: 'application/pdf' }));
  form.append('title', 'Terms');
  form.append('text', 'Be kind.');
  return form;
}

async function staffOfDraft() {
  const staff = await signedInStaff(await openSite());
  const { body } = await staff.change('PUT', DRAFT, policyForm());
  return {
    as: staff as Browser,
    ids: { document },
    body: { content: body['data'].content as string },
  };
}

async function waiting() {
  const site = await openSite({ HOLD_FIRST_POSTS: '1' });
  await (await site.signedIn()).post(POSTS, postForm());
  const staff = await signedInStaff(site);
  const { body } = await staff.get(PENDING);
  return { as: staff as Browser, ids: { id: body['data'].pending[0].pending_id as string } };
}

async function published() {
  const site = await openSite();
  await publish(site);
  const as = await site.signedIn();
  return { as: as as Browser, ids: { document }, body: { document, version: 1 } };
}

/** Examples of legal documents, consents and pending posts. */
export const DOCUMENT_EXAMPLES = {
  'GET /admin/policies/:document/draft': staffOfDraft,
  'PUT /admin/policies/:document/draft': async () => ({
    ...(await staffOfDraft()),
    body: policyForm(),
  }),
  'DELETE /admin/policies/:document/draft': staffOfDraft,
  'POST /admin/policies/:document/publish': staffOfDraft,
  'POST /web/account/consents': published,
  'DELETE /web/account/consents/:document': async () => {
    const example = await published();
    await agreeToAll(example.as);
    return example;
  },
  'GET /admin/pending-posts/:id': waiting,
  'POST /admin/pending-posts/:id/approval': waiting,
  'POST /admin/pending-posts/:id/rejection': async () => ({
    ...(await waiting()),
    body: { note: 'It sells phones.' },
  }),
} satisfies Record<string, Make>;
