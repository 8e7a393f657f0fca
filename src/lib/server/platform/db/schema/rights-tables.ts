/** A member's copy of their data: a zip, made by a job. */
export interface ExportTable {
  id: string;
  member_id: string;
  /** of the zip; null until it is made */
  file_key: string | null;
  /** of the zip */
  bytes: number | null;
  requested_at: number;
  /** the next attempt; while a server makes it, the end of its lease */
  run_at: number;
  attempts: number;
  ready_at: number | null;
  expires_at: number | null;
}

/** A member who wants their account erased, and is hidden until then. A new session ends it. */
export interface DeletionTable {
  member_id: string;
  /** also the member's `disabled_at`, unless staff disabled them since */
  requested_at: number;
  erase_at: number;
}

/** What is left of erased members outside the rows. It is removed first, and its row after it. */
interface LeftoverTable {
  /** of an image or an export; or `database-file`, which has words of deleted rows until it is written again */
  key: string;
}

export interface RightsTables {
  exports: ExportTable;
  deletions: DeletionTable;
  leftovers: LeftoverTable;
}
