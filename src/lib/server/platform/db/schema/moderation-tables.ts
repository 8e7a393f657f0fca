/** The reasons that staff choose from. */
export interface ModerationReasonTable {
  id: string;
  text: string;
  /** from 0, in the order of the list */
  position: number;
}

/** What staff decided about a post, a comment or a member. */
export interface ModerationDecisionTable {
  id: string;
  kind: 'stays' | 'post' | 'comment' | 'avatar' | 'name' | 'warning' | 'suspension' | 'disabled';
  /** whom it is about; null once erased */
  member_id: string | null;
  /** the member of the staff; null for the operator, and once erased */
  actor_id: string | null;
  /** the post, comment or member; null once the member is erased */
  subject_id: string | null;
  /** an excerpt of what was removed; empty once it is deleted for good */
  excerpt: string;
  /** from the list of reasons, or empty */
  reason: string;
  /** the staff's own words, or empty */
  note: string;
  /** how many reports it settled */
  reports_count: number;
  /** the end of a suspension */
  until: number | null;
  created_at: number;
  /** when it was put back, or the suspension lifted */
  reversed_at: number | null;
  /** when staff let the member choose a new photo or name before its time */
  reopened_at: number | null;
  /** what the member wrote, once */
  reply: string | null;
  replied_at: number | null;
  /** what the staff responded */
  response: string | null;
  responded_at: number | null;
}

/** Members who may read and not write. A row whose time is over has no effect. */
export interface SuspensionTable {
  member_id: string;
  decision_id: string;
  until: number;
}

/** What was removed, or awaits review. */
export interface QuarantineTable {
  id: string;
  /** null for a post that awaits review */
  decision_id: string | null;
  kind: 'post' | 'comment' | 'avatar' | 'name';
  /** the post, comment or member */
  subject_id: string;
  member_id: string;
  /** of a post or comment: a repeated request creates no second one */
  idempotency_key: string | null;
  request_hash: string | null;
  created_at: number;
}

/** One row of another table, as it was. */
export interface QuarantineRowTable {
  quarantine_id: string;
  /** rows are put back in this order */
  position: number;
  table_name: string;
  /** whose row it is: erasing the member deletes it */
  member_id: string;
  /** the stored image that it names */
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
