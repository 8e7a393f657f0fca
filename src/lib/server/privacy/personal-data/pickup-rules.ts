import type { PickupTables } from '#lib/server/platform/db/schema.ts';

import type { PersonalRow, Rules } from './rules.ts';

const OWNER_ONLY = [
  'place',
  'owner_coming',
  'owner_result',
  'owner_kg',
  'owner_reason',
  'owner_corrected',
];
const REQUESTER_ONLY = [
  'requester_town',
  'vehicle',
  'note',
  'requester_coming',
  'requester_result',
  'requester_kg',
  'requester_reason',
  'requester_corrected',
];

/** What the other of a pickup wrote is theirs. */
function redactPickup(row: PersonalRow, memberId: string): PersonalRow {
  const others = row['owner_id'] === memberId ? REQUESTER_ONLY : OWNER_ONLY;
  const reason = row['ended_by'] === memberId ? row['reason'] : null;
  return { ...row, ...Object.fromEntries(others.map((column) => [column, null])), reason };
}

/** What members agree on. */
export const PICKUP_RULES: Rules<keyof PickupTables> = {
  pickups: {
    label: 'Your pickups',
    key: 'id',
    names: ['owner_id', 'requester_id'],
    mentions: ['ended_by'],
    exported: [
      'id',
      'post_id',
      'owner_id',
      'requester_id',
      'kind',
      'material',
      'town',
      'amount',
      'unit',
      'day',
      'requester_town',
      'vehicle',
      'note',
      'place',
      'status',
      'ended_by',
      'reason',
      'owner_coming',
      'requester_coming',
      'owner_result',
      'requester_result',
      'owner_kg',
      'requester_kg',
      'owner_reason',
      'requester_reason',
      'owner_corrected',
      'requester_corrected',
      'kg',
      'created_at',
      'updated_at',
      'agreed_at',
    ],
    withheld: { reminded_at: 'it is of a job' },
    redact: redactPickup,
    erasure: 'changed',
  },
  pickup_messages: {
    label: 'Your messages about pickups',
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'pickup_id', 'member_id', 'content', 'created_at'],
    withheld: { idempotency_key: 'it only tells repeated requests apart' },
    erasure: 'deleted',
  },
};
