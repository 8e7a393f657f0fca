/** A backup or a restore that failed; the message contains what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A restore that failed when the site was restored, or may be; the message tells which. */
export class LateRestoreError extends BackupError {}
