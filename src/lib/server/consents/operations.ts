import { ConsentDocument, ConsentInput, ConsentList } from '#lib/contract/consents.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Consents. */
export const OPERATIONS = {
  'GET /web/account/consents': { summary: 'List what I agreed to', response: ConsentList },
  'POST /web/account/consents': {
    summary: 'Agree to a document',
    withoutConsent: true,
    body: ConsentInput,
    response: ConsentList,
    errors: ['policy_changed'],
    limits: [LIMITS.changeConsents],
  },
  'DELETE /web/account/consents/:document': {
    summary: 'Withdraw my agreement to a document',
    withoutConsent: true,
    params: { document: ConsentDocument },
    response: ConsentList,
    errors: ['object_expected', 'consent_document_invalid'],
    limits: [LIMITS.changeConsents],
  },
} satisfies Operations;
