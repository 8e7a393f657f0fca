import type {
  Channel,
  DigestChoice,
  EmailKind,
  NotificationKind,
  OptionalKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';
import type { Role } from '#lib/contract/people/members.ts';

/** The columns of a notification that its recipients share. */
interface NotificationFacts {
  type: NotificationType;
  /** the kind, which members may turn off */
  kind: NotificationKind;
  /** the name of its texts (notifications/news/messages.ts); null for texts by staff */
  message: string | null;
  /** the member who caused it, e.g. by a like; null when no member did */
  actor_id: string | null;
  /** the post or resource that it opens */
  link_data: string | null;
  /** further facts for its texts, as JSON */
  details: string | null;
  /** the text, without a `message` */
  title: string | null;
  content: string | null;
  created_at: number;
}

/** A notification of a member. If many members get it, all rows have the same id. */
export interface MemberNotificationTable extends NotificationFacts {
  /** the recipient */
  member_id: string;
  id: string;
  /** the number of further members who did the same */
  others: number;
  /** the newest comment covered */
  comment_id: string | null;
  /** the oldest comment covered */
  first_comment_id: string | null;
  /** null while unread */
  read_at: number | null;
  /** when a notification that covers more replaced it; it is then no longer listed */
  replaced_at: number | null;
  /** unique per member, for notifications that are created once or replace earlier ones about the same subject */
  dedupe_key: string | null;
}

/**
 * A summary of a member's notifications. Apart from `members`, whose rows would cause deadlocks between members who
 * like each other's posts.
 */
interface InboxTable {
  member_id: string;
  /** the number of visible unread notifications, up to `MAX_UNREAD` */
  unread_count: number;
  /** increases with every visible change */
  version: number;
}

/** A notification being sent to many members, in the order of their ids; the row is deleted when all have it. */
export interface BroadcastTable extends NotificationFacts {
  id: string;
  /** `followers`: those of the actor */
  audience: 'everyone' | 'followers' | 'role' | 'town';
  role: Role | null;
  town: string | null;
  dedupe_key: string | null;
  /** the last notified member */
  after_id: string | null;
}

/** A kind of notifications that a member turned off. */
interface HiddenNotificationTable {
  member_id: string;
  kind: OptionalKind;
}

/** A browser that shows a member's notifications, as long as its session lasts. */
export interface PushDeviceTable {
  id: string;
  member_id: string;
  session_id: string;
  /** unique: a browser's subscription belongs to the member who last logged in */
  endpoint: string;
  p256dh: string;
  auth: string;
  /** e.g. `Chrome on Android` */
  name: string;
  created_at: number;
  /** when a message was last sent to it; null if never */
  used_at: number | null;
  /** the number of consecutive failures */
  failures: number;
  /** the time of the first of them; null without any */
  failing_since: number | null;
  /** the earliest time for another attempt; null without failures */
  retry_at: number | null;
}

/**
 * Records that a post's author was notified of a like; stays when the like is removed, so that no one is notified
 * twice.
 */
interface NotifiedLikeTable {
  post_id: string;
  member_id: string;
}

/** The lowest is sent first. */
export type Priority = -1 | 0 | 1 | 2 | 3;

/** A queued email, push message or SMS; the row is deleted once it is sent. */
export interface DeliveryTable {
  id: string;
  channel: Channel;
  /** the order among new deliveries, and among retries */
  priority: Priority;
  /** 0 or 1: 1 for a retry, which is sent after new ones */
  tried: number;
  /** the recipient; null for an email to an address */
  member_id: string | null;
  /** the subject; null for an email to an address */
  kind: EmailKind | null;
  /** the notification from which its text is written */
  notification_id: string | null;
  /** the device for a push message */
  device_id: string | null;
  /** an email to an address, encrypted since it may contain a code */
  encrypted_payload: string | null;
  /** unique per member and channel: a newer delivery replaces an earlier one */
  dedupe_key: string | null;
  /** the member who caused it, or acted on another's behalf; null for the clock */
  caused_by: string | null;
  created_at: number;
  /** when the next attempt is due; while a worker has the lease, its end */
  run_at: number;
  /** it is not sent after this time */
  expires_at: number;
  attempts: number;
  /** when it was given up, null before: it then stays for some days for staff to see */
  failed_at: number | null;
  failure: 'rejected' | 'expired' | null;
}

/** A member's choice of a channel for a kind, where it differs from the default. */
export interface ChannelChoiceTable {
  member_id: string;
  kind: NotificationKind;
  channel: Channel;
  /** 0 or 1 */
  is_on: number;
}

/** A member's delivery settings; null, or no row, means the default. */
export interface DeliverySettingsTable {
  member_id: string;
  /** quiet hours of the region's day; none when both are the same */
  quiet_from: number | null;
  quiet_until: number | null;
  /** the stopped address; a changed address gets emails again */
  rejected_email: string | null;
  /** when it was stopped; null when not */
  stopped_at: number | null;
  /** the address that rejected the last email */
  bounced_email: string | null;
  /** the day of the first rejection since an email was accepted: YYYY-MM-DD, in the region */
  bounced_on: string | null;
  /** the last day on which it was rejected but not stopped, because enough others were; null for none */
  bounced_again_on: string | null;
  /** when an email of alerts was last sent */
  alerts_sent_at: number | null;
  /** how often a digest is sent */
  digest: DigestChoice | null;
  /** the start of the time without an opened link: the first digest, or the last choice */
  digest_since: number | null;
  digest_sent_at: number | null;
  /** when the member last opened a link in an email while logged in */
  email_pressed_at: number | null;
}

/** The progress of queuing a day's digests. */
interface DigestTable {
  /** YYYY-MM-DD, of the region */
  day: string;
  /** the last member processed */
  after_id: string | null;
  /** 0 or 1 */
  is_complete: number;
}

/** An SMS that was sent, for daily limits. */
export interface SmsSendTable {
  /** for a question for consent: its own id */
  delivery_id: string;
  member_id: string;
  /** as in `sms_numbers` */
  number_hash: string;
  /** as in its delivery */
  caused_by: string | null;
  sent_at: number;
}

/** The wishes of a phone number's owner about SMS; stored for a year after its last use, whichever member has it. */
export interface SmsNumberTable {
  /** a keyed hash: the number itself is not stored */
  number_hash: string;
  /** the gateway's id of the SMS that asks for consent */
  question_id: string | null;
  /** when the question was sent */
  question_sent_at: number | null;
  /** when the owner agreed, or staff entered the number in the member's presence */
  proved_at: number | null;
  /** when the owner sent STOP, until they send START */
  stopped_at: number | null;
  /** when the site last had something to send to it, or heard from it */
  used_at: number;
}

/** A STOP or START that was received, so that a repeated one changes nothing. */
interface SmsStopTable {
  /** the gateway's id of the event */
  event_key: string;
  received_at: number;
}

/** The SMS gateway: a single row. */
interface SmsGatewayTable {
  name: 'gateway';
  /** when it last sent a signed event; null if never */
  heard_at: number | null;
}

/** The number of emails sent on a day of the region, if `EMAILS_PER_DAY` is set. */
interface DailyEmailTable {
  /** YYYY-MM-DD */
  day: string;
  count: number;
}

/** A subject of notifications that has its own page. */
export interface Subject {
  noun: 'appointment' | 'post' | 'guide';
  id: string;
}

/** The number of addresses stopped on a day of the region. */
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
