import type { SiteCheckName } from '#lib/contract/app/site-checks.ts';
import type { ListingKind } from '#lib/contract/exchange/listings/listings.ts';

import type {
  AlertPhase,
  AmountAppointment,
  CommentTable,
  Executor,
  HalfDayAppointment,
  ListingTable,
} from './db/schema.ts';

/** Events of a pickup. A request without a response is `unanswered` for its requester, `lapsed` for the owner. */
export type PickupNews =
  | 'requested'
  | 'offered'
  | 'ordered'
  | 'agreed'
  | 'declined'
  | 'placed'
  | 'calledOff'
  | 'ended'
  | 'deleted'
  | 'left'
  | 'message'
  | 'unanswered'
  | 'lapsed'
  | 'tomorrow'
  | 'waiting'
  | 'unheard'
  | 'past'
  | 'outcome'
  | 'differing'
  | 'corrected'
  | 'round'
  | 'stopped'
  | 'shortened'
  | 'missed'
  | 'tripOpened'
  | 'tripTaken'
  | 'tripChanged'
  | 'tripClosed'
  | 'tripUnjoined'
  | 'tripOffered'
  | 'tripJoined'
  | 'tripLeft'
  | 'tripOff'
  | 'truckDay'
  | 'ownDay';

const OF_HALF_DAYS = [
  'requested',
  'agreed',
  'declined',
  'placed',
  'calledOff',
  'ended',
  'deleted',
  'left',
  'message',
  'unanswered',
  'lapsed',
  'tomorrow',
  'waiting',
  'unheard',
  'freed',
  'taken',
] as const;

/** The event of a request to the owner of a listing, by the listing's kind. */
export const REQUEST_NEWS = {
  offer: 'requested',
  need: 'offered',
  service: 'ordered',
} as const satisfies Record<ListingKind, PickupNews>;

/** Events of a half day of a machine. `freed` and `taken` are about half days that a request waits for. */
export type BookingNews = (typeof OF_HALF_DAYS)[number];

export type AppointmentNews = PickupNews | BookingNews;

export const isNewsOfHalfDays = (news: AppointmentNews): news is BookingNews =>
  OF_HALF_DAYS.some((each) => each === news);

export const isNewsOfAmounts = (news: AppointmentNews): news is PickupNews =>
  news !== 'freed' && news !== 'taken';

/** Events of stewardships: from `begun` on for the person, then for the steward. */
export const STEWARD_NEWS = ['begun', 'ended', 'away', 'chosen', 'over'] as const;
export type StewardNews = (typeof STEWARD_NEWS)[number];

/** A listing with its post. */
interface ListedPost {
  postId: string;
  authorId: string;
}

/** What an offer may lack that others need for a decision. */
export type ListingLack = 'photo' | 'truck' | 'price';

/** Advice for an offer without requests. */
export interface ListingHelp {
  missing: ListingLack[];
  /** the number of members with a matching alert */
  alerts: number;
}

/** Events of which members are notified, or which change what their notifications show. */
export type NotificationEvent =
  | { event: 'post_published'; postId: string; authorId: string }
  | { event: 'post_deleted'; postId: string }
  | { event: 'post_liked'; postId: string; authorId: string; likerId: string }
  | {
      event: 'comment_written';
      comment: Pick<CommentTable, 'id' | 'post_id' | 'member_id' | 'content'>;
      /** the post's author */
      authorId: string;
    }
  | { event: 'comment_edited'; postId: string; commentId: string }
  /** by its author */
  | { event: 'comment_deleted'; postId: string; commentId: string }
  /** by staff */
  | { event: 'comment_removed'; postId: string; commentId: string }
  | {
      event: 'pickup_changed';
      pickup: Pick<
        AmountAppointment,
        | 'id'
        | 'post_id'
        | 'owner_id'
        | 'requester_id'
        | 'standing_id'
        | 'material'
        | 'day'
        | 'moved_to'
      >;
      news: PickupNews;
      to: string;
      /** null for the clock */
      actorId: string | null;
      /** the post, unless it is hidden from the recipient */
      link: string | null;
      /** the ids of later pickups that end with it */
      more?: string[];
    }
  | {
      event: 'booking_changed';
      booking: Pick<
        HalfDayAppointment,
        'id' | 'owner_id' | 'requester_id' | 'machine' | 'town' | 'day' | 'half' | 'whole_day'
      >;
      news: BookingNews;
      to: string;
      actorId: string | null;
    }
  /** the owner must confirm that it is still available */
  | ({
      event: 'listing_due';
      kind: ListingKind;
      until: string;
      /** half of its time has passed, or it ends */
      when: 'half time' | 'tomorrow' | 'today';
      /** for an offer without requests */
      help: ListingHelp | null;
    } & ListedPost)
  /** matches alerts of these members, none of whom a block separates from the author */
  | ({
      event: 'listing_found';
      listing: Pick<ListingTable, 'material' | 'town'>;
      memberIds: string[];
    } & ListedPost)
  /** material is expected that these members have alerts for, from a town in the week of this Monday */
  | { event: 'week_ahead'; monday: string; material: string; town: string; memberIds: string[] }
  /** a listing that these members, who exclude its author, have saved */
  | ({ event: 'saved_ends'; until: string; memberIds: string[] } & ListedPost)
  | { event: 'guide_published'; guideId: string; title: string }
  | { event: 'block_changed'; memberIds: [blocker: string, blocked: string]; isBlocked: boolean }
  | { event: 'member_disabled'; memberId: string }
  | { event: 'member_enabled'; memberId: string }
  /** a new name or photo */
  | { event: 'member_changed'; memberId: string }
  /** a steward begins to look after a person */
  | { event: 'stewardship_begun'; personId: string; stewardId: string }
  /**
   * a stewardship ends: by one of the two or staff; by a block, after which neither can see the other; or as the
   * person is erased
   */
  | {
      event: 'stewardship_ended';
      personId: string;
      stewardId: string;
      actorId: string;
      isNameless: boolean;
    }
  /** about a member, in the staff's words */
  | {
      event: 'staff_decided';
      memberId: string;
      title: string;
      content: string;
      /** the post to open, if any */
      link: string | null;
    }
  | { event: 'export_ready'; memberId: string }
  | { event: 'email_rejected'; memberId: string }
  /** staff assigned the number that the member had claimed to someone else, in person */
  | { event: 'phone_given'; memberId: string }
  /** for staff: something is wrong with the site itself, or no longer is */
  | { event: 'site_checked'; check: SiteCheckName; phase: AlertPhase };

/**
 * Notifies members of an event (`notifications/who-is-notified.ts`).
 * @param tx the transaction of the event; notifications are written in it, last
 * @param causedBy the member who acted, or acted on another's behalf; by default none. A `Ctx` sets it
 */
export type Notify = (
  tx: Executor,
  event: NotificationEvent,
  causedBy?: string | null,
) => Promise<void>;

export type EventOf<K extends NotificationEvent['event']> = Extract<
  NotificationEvent,
  { event: K }
>;
