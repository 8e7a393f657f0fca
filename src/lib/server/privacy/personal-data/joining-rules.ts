import type { JoiningTables } from '#lib/server/platform/db/schema.ts';

import type { Rules } from './rules.ts';

const STAFF = 'it names a member of staff';
const LINK = 'it is of the link in an email';
const CODE = 'who has the code can join';

/** How members joined, their invitations as staff, and their consents. */
export const JOINING_RULES: Rules<keyof JoiningTables> = {
  applications: {
    label: 'Your application',
    key: 'id',
    names: ['member_id'],
    mentions: ['decided_by'],
    exported: [
      'id',
      'email',
      'first_name',
      'last_name',
      'contact_phone',
      'role',
      'town',
      'about',
      'terms_version',
      'privacy_version',
      'invitation_id',
      'origin',
      'status',
      'decided_at',
      'reason',
      'member_id',
      'created_at',
    ],
    withheld: { token_hash: LINK, token_expires_at: LINK, decided_by: STAFF },
    erasure: 'deleted',
  },
  invitations: {
    label: 'Invitations you created as staff',
    key: 'id',
    names: ['created_by'],
    exported: [
      'id',
      'note',
      'role',
      'max_uses',
      'uses',
      'until',
      'revoked_at',
      'created_by',
      'created_at',
    ],
    withheld: { code_hash: CODE, encrypted_code: CODE },
    // They are the co-op's, and work on; notes about a member: invitations/service.ts.
    mentions: ['created_by'],
    erasure: 'changed',
  },
  consents: {
    label: 'What you’ve agreed to',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'document', 'version', 'origin', 'agreed_at', 'withdrawn_at'],
    withheld: {},
    erasure: 'deleted',
  },
};
