// The differences between subjects of appointments: what they take, and how they give it back.
import type { Stock } from '#lib/server/exchange/stock/queries.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type {
  AppointmentTable,
  Executor,
  StoredAppointment,
} from '#lib/server/platform/db/schema.ts';

/** A locked appointment with its stock. */
export interface Locked<A extends StoredAppointment = StoredAppointment> {
  appointment: A;
  /** its listing or round; null for a half day, and when the post or its listing is deleted */
  stock: Stock | null;
}

/** The subject of an appointment. */
export interface Subject<A extends StoredAppointment = StoredAppointment> {
  /** Locks the stock, as every change does before it locks the appointment. */
  lock(
    tx: Executor,
    of: Pick<AppointmentTable, 'post_id' | 'day' | 'of_round'>,
  ): Promise<Stock | null>;
  /** Checks that the appointment can still be agreed to as requested. */
  check(tx: Executor, locked: Locked<A>): Promise<void>;
  /** Takes the agreed amount or half day. @returns columns of the appointment */
  take(
    ctx: Ctx,
    tx: Executor,
    locked: Locked<A>,
    place: string | null,
  ): Promise<Partial<AppointmentTable>>;
  /** Runs after the agreement is stored. */
  afterTaking(ctx: Ctx, tx: Executor, locked: Locked<A>): Promise<void>;
  /** Gives the agreed amount or half day back. */
  giveBack(services: Services & Partial<Ctx>, tx: Executor, locked: Locked<A>): Promise<void>;
}
