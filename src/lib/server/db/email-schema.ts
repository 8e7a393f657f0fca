/** An email that is not sent yet; its row is deleted then. */
export interface EmailTable {
  id: string;
  /** the email, encrypted: it may hold a code */
  encrypted_payload: string;
  created_at: number;
  /** the next attempt; while a worker has the lease, the lease's end */
  run_at: number;
  /** dropped unsent from then on */
  expires_at: number;
  attempts: number;
}
