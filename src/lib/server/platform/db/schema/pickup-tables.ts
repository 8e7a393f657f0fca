import type { Listing } from '#lib/contract/exchange/listings.ts';
import type { Pickup, PickupOutcome } from '#lib/contract/exchange/pickups.ts';

/** Who fetches what a listing offers, or brings what it needs. Days are YYYY-MM-DD in the site's region. */
export interface PickupTable {
  id: string;
  /** null once the post is deleted */
  post_id: string | null;
  /** whose listing it is; null once erased */
  owner_id: string | null;
  /** null once erased */
  requester_id: string | null;
  /** of the listing, as of the question */
  kind: Listing['kind'];
  material: string;
  town: string;
  amount: number | null;
  unit: Listing['unit'];
  day: string;
  /** PSGC code of where the requester comes from */
  requester_town: string | null;
  vehicle: string | null;
  note: string | null;
  /** where exactly, by the owner; for both once they agreed */
  place: string | null;
  status: Pickup['status'];
  /** who declined or called it off */
  ended_by: string | null;
  reason: string | null;
  /** 0 or 1; null before they say */
  owner_coming: number | null;
  requester_coming: number | null;
  owner_result: PickupOutcome['result'] | null;
  requester_result: PickupOutcome['result'] | null;
  owner_kg: number | null;
  requester_kg: number | null;
  owner_reason: PickupOutcome['reason'];
  requester_reason: PickupOutcome['reason'];
  /** 1 once they have corrected it, as the two figures differed */
  owner_corrected: number | null;
  requester_corrected: number | null;
  /** what both agree on, otherwise the lower; null while it is not known */
  kg: number | null;
  reminded_at: number | null;
  /** how often its members were reminded that the request waits; null for never */
  chases: number | null;
  /** when they were reminded to report it */
  outcome_reminded_at: number | null;
  created_at: number;
  updated_at: number;
  agreed_at: number | null;
}

export interface PickupMessageTable {
  id: string;
  pickup_id: string;
  member_id: string | null;
  content: string;
  /** of the request that stored it; null in those of before */
  idempotency_key: string | null;
  created_at: number;
}

export interface PickupTables {
  pickups: PickupTable;
  pickup_messages: PickupMessageTable;
}
