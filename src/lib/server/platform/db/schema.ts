import type { Kysely, Transaction } from 'kysely';

import type { AccountTables } from './schema/account-tables.ts';
import type { CommunityTables } from './schema/community-tables.ts';
import type { ContentTables } from './schema/content-tables.ts';
import type { JoiningTables } from './schema/joining-tables.ts';
import type { ModerationTables } from './schema/moderation-tables.ts';
import type { NotificationTables } from './schema/notification-tables.ts';
import type { PickupTables } from './schema/pickup-tables.ts';
import type { RightsTables } from './schema/rights-tables.ts';
import type { StaffTables } from './schema/staff-tables.ts';

export type * from './schema/account-tables.ts';
export type * from './schema/community-tables.ts';
export type * from './schema/content-tables.ts';
export type * from './schema/joining-tables.ts';
export type * from './schema/moderation-tables.ts';
export type * from './schema/notification-tables.ts';
export type * from './schema/pickup-tables.ts';
export type * from './schema/rights-tables.ts';
export type * from './schema/staff-tables.ts';

/**
 * Ids are UUIDv7 and sort by time; every `*_at` is milliseconds since 1970, UTC. Counters (`*_count`) change in the
 * transaction that changes what they count.
 */
export interface Schema
  extends
    AccountTables,
    CommunityTables,
    ContentTables,
    JoiningTables,
    ModerationTables,
    NotificationTables,
    PickupTables,
    RightsTables,
    StaffTables {}

/** The database outside a transaction. */
export type Db = Kysely<Schema>;

/** What a query runs on: the database, or a transaction. */
export type Executor = Kysely<Schema> | Transaction<Schema>;
