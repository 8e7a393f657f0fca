// Rows of the demo refer to each other by keys (slugs); the loader creates the database ids.
import type { Appointment, OutcomeInput } from '#lib/contract/exchange/appointments.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import type { MaterialKey } from '#lib/contract/exchange/materials/materials.ts';
import type { Repeat } from '#lib/contract/exchange/rounds.ts';
import type { TripUnit } from '#lib/contract/exchange/trips.ts';
import type { ResourceDraft } from '#lib/contract/library/resource-drafts.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';

export interface DemoPost {
  key: string;
  author: string;
  title: string;
  description: string;
  minutesAgo: number;
  /** image names */
  images: string[];
}

/** The comments of each post. */
export type DemoComments = Record<
  string,
  [member: string, minutesAfterPost: number, content: string][]
>;

export interface DemoNotification {
  /** a member's key, or null for everyone */
  to: string | null;
  type: NotificationType;
  title: string;
  content: string;
  link: { post: string } | { resource: string } | null;
  minutesAgo: number;
  read: boolean;
}

/** Its cover and the content of `image` blocks are image names. */
export interface DemoResource extends ResourceDraft {
  key: string;
  publishedDaysAgo: number;
  language: string;
}

/** The listing of a demo post. Omitted fields are not stated. */
export interface DemoListing {
  kind: Listing['kind'];
  material: MaterialKey;
  /** name of a town, with its province if the name is ambiguous */
  town: string;
  province?: string;
  barangay?: string;
  /** the amount, and how much is left if less */
  amount?: [amount: number, unit: NonNullable<Listing['unit']>, left?: number];
  condition?: NonNullable<Listing['condition']>;
  terms?: NonNullable<Listing['terms']>;
  /** pesos per unit */
  price?: number;
  /** set if there is no amount */
  unit?: NonNullable<Listing['unit']>;
  /** days from now */
  readyIn?: number;
  /** the last day, in days from now; or the next Saturday, for a post whose text names that day */
  untilIn: number | 'Saturday';
  truck?: true;
  help?: true;
  status?: Listing['status'];
  /** amount, weeks between rounds, and weekday; 0 is Sunday */
  repeats?: Repeat;
}

/** A pickup of an offer, or a delivery of a need. */
export interface DemoPickup {
  /** the post's key */
  listing: string;
  /** the requesting member's key */
  by: string;
  /** days from now, negative for the past */
  dayIn: number;
  amount: number | null;
  status: Appointment['status'];
  /** whether it is for each round, starting with the next one */
  eachRound?: true;
  vehicle?: string;
  note?: string;
  /** the exact place */
  place?: string;
  /** why it was called off */
  reason?: string;
  /** the reports of owner and requester; null before a report */
  kg?: [owner: number | null, other: number | null];
  /** defaults to `taken` */
  result?: OutcomeInput['result'];
  /** why nothing was taken */
  outcomeReason?: OutcomeInput['reason'];
  messages?: [member: string, content: string][];
  /** the requester's town and province */
  from?: [town: string, province: string];
  /** free space on their truck */
  room?: { amount: number; unit: TripUnit };
  /** shares the truck of another pickup, or looks for one */
  shares?: { with: string | null; amount: number | null };
}

/** A saved search of the exchange. An omitted field means all. */
export interface DemoAlert {
  /** the member's key */
  by: string;
  kind?: Listing['kind'];
  material?: MaterialKey;
  /** name and province of a town */
  near?: [town: string, province: string];
  /** km */
  within?: 10 | 25 | 50;
  free?: true;
  paused?: true;
}
