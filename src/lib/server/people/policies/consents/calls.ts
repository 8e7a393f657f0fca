import { ConsentDocument, ConsentInput, ConsentList } from '#lib/contract/people/consents.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { agreeToDocuments, LIMITS, listConsents, withdrawConsent } from './service.ts';

/** Consents. */
export const calls = {
  'GET /web/account/consents': call({
    summary: 'List what I agreed to',
    response: ConsentList,
    run: listConsents,
  }),
  'POST /web/account/consents': call({
    summary: 'Agree to a document',
    withoutConsent: true,
    body: ConsentInput,
    response: ConsentList,
    errors: ['policy_changed'],
    limits: [LIMITS.changeConsents],
    run: (ctx, { body }) => agreeToDocuments(ctx, [body], 'settings'),
  }),
  'DELETE /web/account/consents/:document': call({
    summary: 'Withdraw my agreement to a document',
    withoutConsent: true,
    params: { document: ConsentDocument },
    response: ConsentList,
    errors: ['object_expected', 'consent_document_invalid'],
    limits: [LIMITS.changeConsents],
    run: (ctx, { document }) => withdrawConsent(ctx, document),
  }),
} satisfies Calls;
