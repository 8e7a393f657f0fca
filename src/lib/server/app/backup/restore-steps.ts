import type { Database } from '#lib/server/platform/db/open-database.ts';
import type { ErasedMemberTable } from '#lib/server/platform/db/schema.ts';

/** The steps that both databases share. */
export interface RestoreSteps {
  /**
   * Updates the restored database.
   * @param erased the erased members in the site's database; null when it cannot be read
   */
  complete(database: Database, erased: ErasedMemberTable[] | null): Promise<void>;
  /** Adds the images and documents that the site lacks. @returns their number */
  copyFiles(): Promise<number>;
}

/** The result of a restore. */
export interface Replaced {
  /** the number of images and documents that the site lacked */
  files: number;
  /** the place of the old database; null when there was none */
  restorePoint: string | null;
  /** false when the old database could not be read */
  isErasureKnown: boolean;
}
