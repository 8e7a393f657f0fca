import type { Database } from '#lib/server/platform/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/platform/db/schema.ts';

/** What a restore does on both databases. */
export interface RestoreSteps {
  /**
   * Brings the restored database to the present.
   * @param erased the erased members that the site's database knows; null when it cannot be read
   */
  complete(database: Database, erased: ErasedMemberTable[] | null): Promise<void>;
  /** Adds the images and documents that the site lacks. @returns their number */
  copyFiles(): Promise<number>;
}

/** A site that was restored. */
export interface Replaced {
  /** the number of images and documents that it lacked */
  files: number;
  /** where the database from before is; null when there was none */
  restorePoint: string | null;
  /** false when the database from before could not be read */
  isErasureKnown: boolean;
}
