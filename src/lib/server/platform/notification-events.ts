import type { ListingKind } from '#lib/contract/exchange/listings.ts';

import type {
  AmountAppointment,
  CommentTable,
  Executor,
  HalfDayAppointment,
  ListingTable,
} from './db/schema.ts';

/** What happens to a pickup. Of a request without a response, `unanswered` is for its member, `lapsed` for the owner. */
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

/** What is requested of the owner of a listing, by its kind. */
export const REQUEST_NEWS = {
  offer: 'requested',
  need: 'offered',
  service: 'ordered',
} as const satisfies Record<ListingKind, PickupNews>;

/** What happens to a half day of a machine. `freed` and `taken` are of others' half days, which it waits for. */
export type BookingNews = (typeof OF_HALF_DAYS)[number];

export type AppointmentNews = PickupNews | BookingNews;

export const isNewsOfHalfDays = (news: AppointmentNews): news is BookingNews =>
  OF_HALF_DAYS.some((each) => each === news);

export const isNewsOfAmounts = (news: AppointmentNews): news is PickupNews =>
  news !== 'freed' && news !== 'taken';

/** What happens between a person and who looks after them: to the person, then to the steward. */
export const STEWARD_NEWS = ['begun', 'ended', 'away', 'chosen', 'over'] as const;
export type StewardNews = (typeof STEWARD_NEWS)[number];

/** A listing with its post. */
interface ListedPost {
  postId: string;
  authorId: string;
}

/** What an offer may lack that helps others to decide. */
export type ListingLack = 'photo' | 'truck' | 'price';

/** What helps an offer that was not requested. */
export interface ListingHelp {
  missing: ListingLack[];
  /** how many members have an alert that matches it */
  alerts: number;
}

/** What happens that members are notified of, or that changes what their notifications show. */
export type NotificationEvent =
  | { event: 'post_published'; postId: string; authorId: string }
  | { event: 'post_deleted'; postId: string }
  | { event: 'post_liked'; postId: string; authorId: string; likerId: string }
  | {
      event: 'comment_written';
      comment: Pick<CommentTable, 'id' | 'post_id' | 'member_id' | 'content'>;
      /** of the post */
      authorId: string;
    }
  | { event: 'comment_edited'; postId: string; commentId: string }
  /** by who wrote it */
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
      /** null when the clock did it */
      actorId: string | null;
      /** the post, unless it is hidden from them */
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
  /** whether it is still right is for its owner to say */
  | ({
      event: 'listing_due';
      kind: ListingKind;
      until: string;
      /** half of its time is over, or it ends */
      when: 'half time' | 'tomorrow' | 'today';
      /** of an offer that was not requested */
      help: ListingHelp | null;
    } & ListedPost)
  /** it is for the alerts of these members, none of whom blocks its author, nor is blocked */
  | ({
      event: 'listing_found';
      listing: Pick<ListingTable, 'material' | 'town'>;
      memberIds: string[];
    } & ListedPost)
  /** something comes that these members have alerts for, from a town in the week of this Monday */
  | { event: 'week_ahead'; monday: string; material: string; town: string; memberIds: string[] }
  /** a listing that these members saved, of which none is its author */
  | ({ event: 'saved_ends'; until: string; memberIds: string[] } & ListedPost)
  | { event: 'guide_published'; guideId: string; title: string }
  | { event: 'block_changed'; memberIds: [blocker: string, blocked: string]; isBlocked: boolean }
  | { event: 'member_disabled'; memberId: string }
  | { event: 'member_enabled'; memberId: string }
  /** a new name or picture */
  | { event: 'member_changed'; memberId: string }
  /** a member looks after a person from now on */
  | { event: 'stewardship_begun'; personId: string; stewardId: string }
  /** no more, by the word of one of the two or of staff, by a block, after which none of the two sees the other, or as the person is erased */
  | {
      event: 'stewardship_ended';
      personId: string;
      stewardId: string;
      actorId: string;
      isNameless: boolean;
    }
  /** about a member, in the words of staff */
  | {
      event: 'staff_decided';
      memberId: string;
      title: string;
      content: string;
      /** the post that it leads to, if any */
      link: string | null;
    }
  | { event: 'export_ready'; memberId: string }
  | { event: 'email_rejected'; memberId: string }
  /** staff gave the number that they claimed to somebody whom they saw */
  | { event: 'phone_given'; memberId: string };

/**
 * Notifies members of an event (`notifications/who-is-notified.ts`).
 * @param tx the transaction of what happens: what members see of it is written in it, last
 * @param causedBy the member whose act it is, or who acts in their place; by default no member's. Of a `Ctx` it is known
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
