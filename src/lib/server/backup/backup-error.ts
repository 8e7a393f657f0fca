/** A backup or a restore that failed; the message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
