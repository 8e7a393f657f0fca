import type { Kysely, Transaction } from 'kysely';

import type { AppointmentTables } from './schema/appointment-tables.ts';
import type { CommunityTables, ContentTables } from './schema/community-tables.ts';
import type { MachineTables } from './schema/machine-tables.ts';
import type { ModerationTables } from './schema/moderation-tables.ts';
import type { NotificationTables } from './schema/notification-tables.ts';
import type {
  AccountTables,
  JoiningTables,
  RightsTables,
  StaffTables,
} from './schema/people-tables.ts';
import type { SeasonTables } from './schema/season-tables.ts';
import type { ServerTables } from './schema/server-tables.ts';
import type { TripTables } from './schema/trip-tables.ts';

export type * from './schema/people-tables.ts';
export type * from './schema/community-tables.ts';
export type * from './schema/machine-tables.ts';
export type * from './schema/moderation-tables.ts';
export type * from './schema/notification-tables.ts';
export type * from './schema/appointment-tables.ts';
export type * from './schema/season-tables.ts';
export type * from './schema/server-tables.ts';
export type * from './schema/trip-tables.ts';

/**
 * Ids are UUIDv7 and sort by time; every `*_at` is milliseconds since 1970, UTC. Counters (`*_count`) change in the
 * same transaction as the rows that they count.
 */
export interface Schema
  extends
    AccountTables,
    CommunityTables,
    ContentTables,
    JoiningTables,
    MachineTables,
    ModerationTables,
    NotificationTables,
    AppointmentTables,
    RightsTables,
    SeasonTables,
    ServerTables,
    StaffTables,
    TripTables {}

/** The database outside a transaction. */
export type Db = Kysely<Schema>;

/** The database, or a transaction in it. */
export type Executor = Kysely<Schema> | Transaction<Schema>;
