import type {
  Channel,
  DigestChoice,
  EmailKind,
  NotificationKind,
  OptionalKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import type { Role } from '#lib/contract/people/members.ts';

/** What a notification says, whoever gets it. */
interface NotificationFacts {
  type: NotificationType;
  /** what it is about; members turn off some kinds */
  kind: NotificationKind;
  /** the name of its words (notifications/news/messages.ts); null where somebody wrote them */
  message: string | null;
  /** the member who caused it, e.g. by a like; null when no member did */
  actor_id: string | null;
  /** the post or resource that it leads to */
  link_data: string | null;
  /** further facts for its words, as JSON */
  details: string | null;
  /** the words, if there is no `message` */
  title: string | null;
  content: string | null;
  created_at: number;
}

/** A notification of a member. One that many get has the same id for all of them. */
export interface MemberNotificationTable extends NotificationFacts {
  /** who gets it */
  member_id: string;
  id: string;
  /** how many further members did the same */
  others: number;
  /** the newest comment that it covers */
  comment_id: string | null;
  /** the oldest comment that it covers */
  first_comment_id: string | null;
  /** null while it is unread */
  read_at: number | null;
  /** set when a notification that tells of the same and more took its place; it is not listed then */
  replaced_at: number | null;
  /** unique for a member: one that is created only once, or that replaces the one before of the same thing */
  dedupe_key: string | null;
}

/** What sums a member's notifications up. Not a part of `members`: two who like each other's posts would wait for each other. */
interface InboxTable {
  member_id: string;
  /** how many they see and did not read; not counted further than `MAX_UNREAD` */
  unread_count: number;
  /** rises with every change of what they see */
  version: number;
}

/** A notification on its way to many members, in the order of their ids; the row is deleted when all have it. */
export interface BroadcastTable extends NotificationFacts {
  id: string;
  /** `followers`: of the actor */
  audience: 'everyone' | 'followers' | 'role' | 'town';
  role: Role | null;
  town: string | null;
  dedupe_key: string | null;
  /** the last member who got it */
  after_id: string | null;
}

/** A kind of notifications that a member turned off. */
interface HiddenNotificationTable {
  member_id: string;
  kind: OptionalKind;
}

/** A browser that shows a member's notifications, for as long as the session. */
export interface PushDeviceTable {
  id: string;
  member_id: string;
  session_id: string;
  /** unique: a browser's subscription is of the member who signed in last */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** e.g. `Chrome on Android` */
  name: string;
  created_at: number;
  /** when a message was last sent to it; null: never */
  used_at: number | null;
  /** how many attempts in a row were without success */
  failures: number;
  /** when the first of them was; null without one */
  failing_since: number | null;
  /** nothing is sent to it before; null: it does not fail */
  retry_at: number | null;
}

/** A like of which a post's author was notified: it stays when the like is taken back, so that none is notified twice. */
interface NotifiedLikeTable {
  post_id: string;
  member_id: string;
}

/** The lowest goes out first. */
export type Priority = -1 | 0 | 1 | 2 | 3;

/** What is to be sent by email, push or SMS; its row is deleted when it is sent. */
export interface DeliveryTable {
  id: string;
  channel: Channel;
  /** of what is new, and of what was tried */
  priority: Priority;
  /** 0 or 1: it was tried without success, and comes after what is new */
  tried: number;
  /** who gets it; null for an email to an address */
  member_id: string | null;
  /** what it is about; null for an email to an address */
  kind: EmailKind | null;
  /** what it is made of when it is sent */
  notification_id: string | null;
  /** of a push */
  device_id: string | null;
  /** an email to an address, encrypted: it may hold a code */
  encrypted_payload: string | null;
  /** unique for a member and a channel: a newer one with it takes the place of the one before */
  dedupe_key: string | null;
  /** the member whose act caused it, or who acts in their place; null when the clock did */
  caused_by: string | null;
  created_at: number;
  /** the next attempt; while a worker has the lease, the lease's end */
  run_at: number;
  /** dropped unsent from then on */
  expires_at: number;
  attempts: number;
  /** null unless it was given up: then it stays for some days, for staff to see */
  failed_at: number | null;
  failure: 'rejected' | 'expired' | null;
}

/** Whether a member wants a kind by a channel, where that differs from the default. */
export interface ChannelChoiceTable {
  member_id: string;
  kind: NotificationKind;
  channel: Channel;
  /** 0 or 1 */
  is_on: number;
}

/** When and how a member is reached; what is null, or has no row, is the default. */
export interface DeliverySettingsTable {
  member_id: string;
  /** hours of the region's day between which the phone stays quiet; both the same: never */
  quiet_from: number | null;
  quiet_until: number | null;
  /** the address that takes no email; another one, after a change, does */
  rejected_email: string | null;
  /** since when that is so; null for none */
  stopped_at: number | null;
  /** the address that rejected the last email */
  bounced_email: string | null;
  /** the day of the first rejection since an email was taken: YYYY-MM-DD, of the region */
  bounced_on: string | null;
  /** the last day on which it was rejected and not stopped, as enough others were; null: none */
  bounced_again_on: string | null;
  /** when an email of alerts was last sent */
  alerts_sent_at: number | null;
  /** how often an email tells what they have missed */
  digest: DigestChoice | null;
  /** from when it is counted how long no link of an email was opened: the first digest, or the last choice */
  digest_since: number | null;
  digest_sent_at: number | null;
  /** when they last opened a link of an email, signed in */
  email_pressed_at: number | null;
}

/** How far the digests of a day are queued. */
interface DigestTable {
  /** YYYY-MM-DD, of the region */
  day: string;
  /** the last member who was looked at */
  after_id: string | null;
  /** 0 or 1 */
  is_complete: number;
}

/** An SMS that was sent, for the limits of a day. */
export interface SmsSendTable {
  /** of a question to a number: its own id */
  delivery_id: string;
  member_id: string;
  /** as in `sms_numbers` */
  number_hash: string;
  /** as of its delivery */
  caused_by: string | null;
  sent_at: number;
}

/** What the owner of a phone number wants of SMS; it stays for a year after its last use, whoever is a member. */
export interface SmsNumberTable {
  /** keyed: the number is not stored */
  number_hash: string;
  /** the id by which the gateway knows the SMS that asks whether the site may write */
  question_id: string | null;
  /** when that was sent */
  question_sent_at: number | null;
  /** when its owner agreed, or staff entered it with them before them */
  proved_at: number | null;
  /** since when it hears nothing, until its owner sends START */
  stopped_at: number | null;
  /** when the site last had something to write to it, or heard of it */
  used_at: number;
}

/** A STOP or START that came: a second time it changes nothing. */
interface SmsStopTable {
  /** the gateway's */
  event_key: string;
  received_at: number;
}

/** The gateway of SMS: one row. */
interface SmsGatewayTable {
  name: 'gateway';
  /** when it last sent something that it had signed; null: never */
  heard_at: number | null;
}

/** How many emails went out on a day of the region, where `EMAILS_PER_DAY` is set. */
interface DailyEmailTable {
  /** YYYY-MM-DD */
  day: string;
  count: number;
}

/** What members are notified of that has a page of its own. */
export interface Subject {
  noun: 'appointment' | 'post' | 'guide';
  id: string;
}

/** How many addresses were stopped on a day of the region. */
interface DailyStopTable {
  /** YYYY-MM-DD */
  day: string;
  count: number;
}

export interface NotificationTables {
  member_notifications: MemberNotificationTable;
  inboxes: InboxTable;
  broadcasts: BroadcastTable;
  hidden_notifications: HiddenNotificationTable;
  notified_likes: NotifiedLikeTable;
  deliveries: DeliveryTable;
  channel_choices: ChannelChoiceTable;
  delivery_settings: DeliverySettingsTable;
  digests: DigestTable;
  push_devices: PushDeviceTable;
  daily_emails: DailyEmailTable;
  daily_stops: DailyStopTable;
  sms_sends: SmsSendTable;
  sms_numbers: SmsNumberTable;
  sms_stops: SmsStopTable;
  sms_gateway: SmsGatewayTable;
}
