import type { Generated } from 'kysely';

/** The machine of a listing of the kind `service`. */
export interface MachineTable {
  post_id: string;
  machine: 'baler' | 'chipper' | 'loader' | 'truck' | 'dryer';
  unit: 'hectare' | 'trip';
  /** what it does in a day: a hundred of them are a hectare, or a trip */
  a_day: number;
  /** how far it goes from the town of its listing */
  reach_km: number;
  /** of a unit; null when it is not stated */
  price_centavos: number | null;
  created_at: number;
}

/** A member's question for a half day of a machine, and what came of it. The machine is as it was then. */
export interface BookingTable extends Pick<MachineTable, 'machine' | 'unit' | 'price_centavos'> {
  id: string;
  /** null once the post is deleted */
  post_id: string | null;
  owner_id: string;
  requester_id: string;
  /** a hundred of them are a hectare, or a trip */
  amount: number;
  /** PSGC code of where the work is */
  town: string;
  note: string | null;
  day: string;
  /** of a whole day the morning, so that one has it */
  half: 'morning' | 'afternoon';
  /** 0 or 1 */
  whole_day: number;
  status: 'requested' | 'agreed' | 'declined' | 'called_off';
  /** null until it ends, and when its post was deleted */
  ended_by: string | null;
  reason: string | null;
  created_at: number;
  updated_at: number;
  /** null until then */
  agreed_at: number | null;
  /** how often what a calendar shows of it has changed: it only grows */
  sequence: number;
}

/** A half day that a machine is not free: its key lets one have it. */
export interface HalfDayTable extends Pick<BookingTable, 'day' | 'half'> {
  post_id: string;
  /** which agreement has it; null when its owner has it away */
  booking_id: string | null;
}

export interface MachineTables {
  machines: MachineTable;
  bookings: Omit<BookingTable, 'sequence'> & { sequence: Generated<number> };
  half_days: HalfDayTable;
}
