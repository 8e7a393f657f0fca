import type { Appointment, OutcomeInput } from '#lib/contract/exchange/appointments.ts';
// The demo community refers to its rows by keys (slugs). The loader makes the database ids.
import type { Listing } from '#lib/contract/exchange/listings.ts';
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
  /** A member's key, or null for everyone. */
  to: string | null;
  type: NotificationType;
  title: string;
  content: string;
  link: { post: string } | { resource: string } | null;
  minutesAgo: number;
  read: boolean;
}

/** The cover, and the content of a block of type `image`, are image names. */
export interface DemoResource extends ResourceDraft {
  key: string;
  publishedDaysAgo: number;
  language: string;
}

/** What a demo post offers, needs or serves; what is left out is not stated. */
export interface DemoListing {
  kind: Listing['kind'];
  material: MaterialKey;
  /** the name of a town, and its province when others share the name */
  town: string;
  province?: string;
  barangay?: string;
  /** how many, and how many are left when it is not all of them */
  amount?: [amount: number, unit: NonNullable<Listing['unit']>, left?: number];
  condition?: NonNullable<Listing['condition']>;
  terms?: NonNullable<Listing['terms']>;
  /** pesos for one unit */
  price?: number;
  /** without an amount */
  unit?: NonNullable<Listing['unit']>;
  /** days from now */
  readyIn?: number;
  /** the last day, in days from now, or on the next of a weekday that the text names */
  untilIn: number | 'Saturday';
  truck?: true;
  help?: true;
  status?: Listing['status'];
  /** so much every so many weeks, on this weekday; 0 is Sunday */
  repeats?: Repeat;
}

/** Who fetches what a listing offers, or brings what it needs. */
export interface DemoPickup {
  /** the key of its post */
  listing: string;
  /** the key of the member who asks */
  by: string;
  /** days from now; negative ones are past */
  dayIn: number;
  amount: number | null;
  status: Appointment['status'];
  /** of each round, from the first that is ahead on */
  eachRound?: true;
  vehicle?: string;
  note?: string;
  /** where exactly */
  place?: string;
  /** why it was called off */
  reason?: string;
  /** what the owner and the other report; null before they do */
  kg?: [owner: number | null, other: number | null];
  /** `taken` by default */
  result?: OutcomeInput['result'];
  why?: OutcomeInput['reason'];
  messages?: [member: string, content: string][];
  /** where who asks comes from: a town and its province */
  from?: [town: string, province: string];
  /** room on their truck for others */
  room?: { amount: number; unit: TripUnit };
  /** goes with the truck of another who fetches the same, or looks for one */
  shares?: { with: string | null; amount: number | null };
}

/** A saved search of the exchange; what is left out means all. */
export interface DemoAlert {
  /** the key of the member */
  by: string;
  kind?: Listing['kind'];
  material?: MaterialKey;
  /** the name of a town, and its province */
  near?: [town: string, province: string];
  /** km */
  within?: 10 | 25 | 50;
  free?: true;
  paused?: true;
}
