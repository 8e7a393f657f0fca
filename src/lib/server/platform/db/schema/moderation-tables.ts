/** The moderation reasons. */
export interface ModerationReasonTable {
  id: string;
  text: string;
  /** from 0, in the order of the list */
  position: number;
}

/** A decision of staff about a post, comment or member. */
export interface ModerationDecisionTable {
  id: string;
  kind: 'stays' | 'post' | 'comment' | 'avatar' | 'name' | 'warning' | 'suspension' | 'disabled';
  /** the affected member; null when erased */
  member_id: string | null;
  /** the staff member; null for the operator, and when erased */
  actor_id: string | null;
  /** the post, comment or member; null when the member is erased */
  subject_id: string | null;
  /** an excerpt of the removed content; empty once it is permanently deleted */
  excerpt: string;
  /** from the list of reasons, or empty */
  reason: string;
  /** the staff's own words, or empty */
  note: string;
  /** the number of reports that it closed */
  reports_count: number;
  /** the end of a suspension */
  until: number | null;
  created_at: number;
  /** when the content was restored, or the suspension lifted */
  reversed_at: number | null;
  /** when staff allowed the member to choose a new photo or name early */
  reopened_at: number | null;
  /** the member's only reply */
  reply: string | null;
  replied_at: number | null;
  /** the response of staff */
  response: string | null;
  responded_at: number | null;
}

/** Members who may read but not write. Expired rows have no effect. */
export interface SuspensionTable {
  member_id: string;
  decision_id: string;
  until: number;
}

/** Removed or pending content. */
export interface QuarantineTable {
  id: string;
  /** null for a pending post */
  decision_id: string | null;
  kind: 'post' | 'comment' | 'avatar' | 'name';
  /** the post, comment or member */
  subject_id: string;
  member_id: string;
  /** of a post or comment, so that repeating its request creates no second one */
  idempotency_key: string | null;
  request_hash: string | null;
  created_at: number;
}

/** A row of another table, as it was when it was moved here. */
export interface QuarantineRowTable {
  quarantine_id: string;
  /** the order in which rows are restored */
  position: number;
  table_name: string;
  /** the member whose erasure deletes the row */
  member_id: string;
  /** the stored image in the row */
  image_key: string | null;
  /** JSON */
  content: string;
}

export interface ModerationTables {
  moderation_reasons: ModerationReasonTable;
  moderation_decisions: ModerationDecisionTable;
  suspensions: SuspensionTable;
  quarantine: QuarantineTable;
  quarantine_rows: QuarantineRowTable;
}
