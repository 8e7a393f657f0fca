import type { Act, TargetType } from '#lib/contract/people/audit-log.ts';

/** What a member of staff or an operator did. It holds ids: names are read when it is shown. */
export interface AuditLogTable {
  id: string;
  /** null for an operator's command */
  actor_id: string | null;
  act: Act;
  target_type: TargetType;
  /** null for what has no id */
  target_id: string | null;
  /** the member whom it is about: the target, or whose the target is */
  member_id: string | null;
  reason: string | null;
  /** JSON of an object of ids and values of the contract, never of names or texts */
  details: string;
  created_at: number;
}

/** A new email that its owner has not proved yet: one for each member. */
export interface EmailChangeTable {
  /** SHA-256 of the token in the link */
  token_hash: string;
  member_id: string;
  /** the member of staff who requested it */
  actor_id: string;
  /** lower case */
  email: string;
  created_at: number;
  expires_at: number;
}

export interface StaffTables {
  audit_log: AuditLogTable;
  email_changes: EmailChangeTable;
}
