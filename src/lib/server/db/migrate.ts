import { type Migration, Migrator } from 'kysely/migration';

import type { DialectName } from './dialect.ts';
import { community } from './migrations/0001-community.ts';
import { search } from './migrations/0002-search.ts';
import { recoveryAndMail } from './migrations/0003-recovery-and-mail.ts';
import { librarySearch } from './migrations/0004-library-search.ts';
import { changes } from './migrations/0005-changes.ts';
import { recoveryPlaces } from './migrations/0006-recovery-places.ts';
import { dismissedReports } from './migrations/0007-dismissed-reports.ts';
import { broadcasts } from './migrations/0008-broadcasts.ts';
import { notificationActors } from './migrations/0009-notification-actors.ts';
import { commentActors } from './migrations/0010-comment-actors.ts';
import { unreadFrom } from './migrations/0011-unread-from.ts';
import type { Database } from './open-database.ts';

/** Every step from nothing to now, in order. A step that has landed is never changed. */
const steps = (dialect: DialectName): Record<string, Migration> => ({
  '0001-community': community(dialect),
  '0002-search': search(dialect),
  '0003-recovery-and-mail': recoveryAndMail(dialect),
  '0004-library-search': librarySearch(dialect),
  '0005-changes': changes(dialect),
  '0006-recovery-places': recoveryPlaces(dialect),
  '0007-dismissed-reports': dismissedReports(dialect),
  '0008-broadcasts': broadcasts,
  '0009-notification-actors': notificationActors(dialect),
  '0010-comment-actors': commentActors(dialect),
  '0011-unread-from': unreadFrom(dialect),
});

/**
 * Brings the database to the present shape: forward only, all or nothing, safe when many servers start at once.
 * @throws the failing step's error, with nothing of this run kept
 */
export async function migrate({ db, dialect }: Database): Promise<void> {
  const provider = { getMigrations: async () => steps(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
