import type { AccountTables, RightsTables, StaffTables } from '#lib/server/platform/db/schema.ts';

import type { PersonalRow, Rules } from './rules.ts';

const SECRET = 'it is a secret';

/** Of acts about others, what was typed is about them. */
const redactAct = (row: PersonalRow, memberId: string): PersonalRow =>
  row['member_id'] === memberId ? row : { ...row, reason: null };

/** The account itself, and what staff do with it. */
export const ACCOUNT_RULES: Rules<keyof (AccountTables & RightsTables & StaffTables)> = {
  members: {
    label: 'Your account',
    key: 'id',
    names: ['id'],
    files: ['avatar_key'],
    exported: [
      'id',
      'email',
      'role',
      'first_name',
      'middle_name',
      'last_name',
      'contact_phone',
      'birthdate',
      'town',
      'avatar_key',
      'joined_at',
      'disabled_at',
      'followers_count',
      'following_count',
      'posts_count',
      'read_watermark',
      'read_until',
    ],
    withheld: { password_hash: SECRET },
    erasure: 'deleted',
  },
  sessions: {
    label: 'Where you’re logged in',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'user_agent', 'created_at', 'seen_at', 'confirmed_at'],
    withheld: { token_hash: SECRET },
    erasure: 'deleted',
  },
  passkeys: {
    label: 'Your passkeys',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'name', 'created_at', 'used_at'],
    withheld: {
      credential_id: SECRET,
      public_key: 'it is of no use without the passkey',
      counter: 'it is of the passkey',
      transports: 'it is of the passkey',
    },
    erasure: 'deleted',
  },
  used_passkey_challenges: {
    why: 'hashes of random values, for minutes',
    texts: ['challenge_hash'],
  },
  personal_tokens: {
    label: 'Your access tokens',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'name', 'scope', 'until', 'created_at', 'used_on'],
    withheld: { token_hash: SECRET },
    erasure: 'deleted',
  },
  password_resets: {
    label: 'Your password reset requests',
    key: 'token_hash',
    names: ['member_id'],
    exported: ['member_id', 'created_at', 'expires_at', 'verified_at'],
    withheld: {
      token_hash: SECRET,
      origin_key: SECRET,
      account_key: SECRET,
      client_hash: SECRET,
      code_hmac: SECRET,
    },
    erasure: 'deleted',
  },
  email_changes: {
    label: 'A new email you haven’t confirmed yet',
    key: 'token_hash',
    names: ['member_id', 'actor_id'],
    exported: ['member_id', 'email', 'created_at', 'expires_at'],
    withheld: { token_hash: SECRET, actor_id: 'it names a member of staff' },
    erasure: 'deleted',
  },
  exports: {
    label: 'Copies of your data',
    key: 'id',
    names: ['member_id'],
    files: ['file_key'],
    exported: ['id', 'member_id', 'bytes', 'requested_at', 'ready_at', 'expires_at'],
    withheld: { file_key: SECRET, run_at: 'it is of the job', attempts: 'it is of the job' },
    erasure: 'deleted',
  },
  deletions: {
    label: 'Your request to delete your account',
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'requested_at', 'erase_at'],
    withheld: {},
    erasure: 'deleted',
  },
  audit_log: {
    label: 'Staff actions about you, and yours as staff',
    key: 'id',
    names: ['member_id', 'actor_id'],
    exported: [
      'id',
      'act',
      'target_type',
      'target_id',
      'member_id',
      'reason',
      'details',
      'created_at',
    ],
    withheld: { actor_id: 'it names a member of staff' },
    redact: redactAct,
    erasure: 'changed',
  },
  erased_members: { why: 'the ids stay, so that a restore erases them again', texts: [] },
  leftovers: { why: 'keys of files, until a job has removed them', texts: ['key'] },
};
