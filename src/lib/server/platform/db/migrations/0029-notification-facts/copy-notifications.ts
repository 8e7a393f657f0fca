import type { DialectName } from '#lib/server/platform/db/dialect.ts';

/** No id is lower. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What follows the member's name in the titles about pickups, and the name of the message. */
const PICKUP_TITLES = {
  ' can take it': 'pickup_requested',
  ' can bring it': 'pickup_offered',
  ' would like it': 'pickup_ordered',
  ' agreed': 'pickup_agreed',
  ' said not this time': 'pickup_declined',
  ' said where exactly to meet': 'pickup_placed',
  ' called the pickup off': 'pickup_calledOff',
  ' wrote about the pickup': 'pickup_message',
  ' said how the pickup went': 'pickup_outcome',
  ' gave a different amount. Please check yours': 'pickup_differing',
  ' corrected how the pickup went': 'pickup_corrected',
};

const pickupCases = Object.entries(PICKUP_TITLES)
  .map(([rest, message]) => `when '${rest}' then '${message}'`)
  .join(' ');

interface Expressions {
  /** whether the rest of a title after the member's name counts others */
  countsOthers: (end: string) => string;
  /** the link as an id: an early version allowed any text */
  link: string;
}

const EXPRESSIONS: Record<DialectName, Expressions> = {
  sqlite: {
    countsOthers: (end) => `rest glob ' and [0-9]* other* ${end}'`,
    link: 'n.link_data',
  },
  postgres: {
    countsOthers: (end) => `rest ~ '^ and [0-9]+ others? ${end}$'`,
    link: `case when n.link_data ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then cast(n.link_data as uuid) end`,
  },
};

// By whom it is: of a post, its author.
const BY = `coalesce(n.actor_id, case when n.audience = 'followers' then n.audience_member_id end)`;
const NAME = `(a.first_name || ' ' || a.last_name)`;

/**
 * The notifications from an id on, with the facts that their sentences have. A title without the present name of the member
 * who caused it stays as it is.
 */
const facts = ({ countsOthers, link }: Expressions, since: string) => `(
  select t.*,
    case
      when link_id is null then null
      when kind = 'like' and (rest = ' liked your post' or ${countsOthers('liked your post')})
        then 'liked'
      when kind = 'comment' and commenters_count is not null
        and (rest = ' commented' or ${countsOthers('commented')}) then 'commented'
      when kind = 'post' and rest = ' posted' then 'posted'
      when kind in ('pickup', 'message') then case rest ${pickupCases} end
    end as message,
    case
      when kind = 'comment' then coalesce(commenters_count - 1, 0)
      when kind = 'like' and ${countsOthers('liked your post')} then cast(replace(replace(replace(
        rest, ' and ', ''), ' others liked your post', ''), ' other liked your post', '') as integer)
      else 0
    end as others
  from (
    select n.*, ${BY} as by_id, ${link} as link_id,
      case when substr(n.title, 1, length(${NAME})) = ${NAME}
        then substr(n.title, length(${NAME}) + 1) end as rest
    from notifications n left join members a on a.id = ${BY}
    where n.id >= '${since}'
  ) as t) as f`;

/** Copies the notifications of some audience to each member `m` of it. @param from `f` joined with `m` */
const copy = (
  from: string,
) => `insert into member_notifications (member_id, id, type, kind, message,
    actor_id, others, link_data, comment_id, first_comment_id, title, content, created_at, read_at,
    replaced_at, dedupe_key)
  select m.id, f.id, f.type, f.kind, f.message, f.by_id, f.others, f.link_id, f.comment_id,
    f.first_comment_id, case when f.message is null then f.title end,
    case when f.message is null then f.content end, f.created_at,
    coalesce(
      (select r.read_at from notification_reads r
        where r.member_id = m.id and r.notification_id = f.id),
      case when f.id < m.read_until then f.created_at end),
    f.replaced_at, nullif(trim(replace(f.dedupe_key, cast(m.id as text), '')), '')
  ${from}
  on conflict do nothing`;

/**
 * Statements that copy notifications to a row for each who may see them today, with their read marks: all that are there, or
 * those that servers of the version before wrote since. What is there already stays.
 * @param since an id; older ones are not copied
 */
export function copyNotifications(dialect: DialectName, since: string): string[] {
  const from = facts(EXPRESSIONS[dialect], since);
  return [
    copy(`from ${from} join members m on m.id = f.audience_member_id where f.audience = 'member'`),
    copy(`from ${from} join members m on m.id < f.id where f.audience = 'everyone'`),
    // A follow that ended has a second id.
    copy(`from ${from} join (
        select id, follower_id, followed_id, null as until_id from follows
        union all select id, follower_id, followed_id, until_id from past_follows
      ) as followed on followed.followed_id = f.audience_member_id and followed.id < f.id
        and (followed.until_id is null or followed.until_id > f.id)
      join members m on m.id = followed.follower_id where f.audience = 'followers'`),
  ];
}
