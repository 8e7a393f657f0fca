// What is different between appointments: what they take of, and how they give it back. All else is in one way for all.
import type { Stock } from '#lib/server/exchange/stock/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type {
  AppointmentTable,
  Executor,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';

/** A locked appointment, and what it takes of. */
export interface Locked<A extends StoredAppointment = StoredAppointment> {
  appointment: A;
  /** its listing, or the round of it; null of a half day, and once the post or its listing is deleted */
  stock: Stock | null;
}

/** What an appointment is of. */
export interface Subject<A extends StoredAppointment = StoredAppointment> {
  /** Locks what it takes of, as every change does before it locks the appointment. */
  lock(
    tx: Executor,
    of: Pick<AppointmentTable, 'post_id' | 'day' | 'of_round'>,
  ): Promise<Stock | null>;
  /** Checks that it can still be agreed to as it was requested. */
  check(tx: Executor, locked: Locked<A>): Promise<void>;
  /** Takes what is agreed. @returns what the appointment has then */
  take(
    ctx: Ctx,
    tx: Executor,
    locked: Locked<A>,
    place: string | null,
  ): Promise<Partial<AppointmentTable>>;
  /** What follows from an agreement, which is stored. */
  afterTaking(ctx: Ctx, tx: Executor, locked: Locked<A>): Promise<void>;
  /** What was agreed is free again. */
  giveBack(services: Services & Partial<Ctx>, tx: Executor, locked: Locked<A>): Promise<void>;
}
