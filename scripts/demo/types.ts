// The demo community refers to its rows by keys (slugs). The loader makes the database ids.
import type { Listing } from '#lib/contract/listings.ts';
import type { MaterialKey } from '#lib/contract/materials.ts';
import type { NotificationType } from '#lib/contract/notifications.ts';
import type { ResourceDraft } from '#lib/contract/resource-drafts.ts';

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
  /** the last day, in days from now */
  untilIn: number;
  truck?: true;
  help?: true;
  status?: Listing['status'];
}
