const LIKE = ' liked your post';

/**
 * The likes of posts that are there, each of one member, of whom the post's author sees; the newest of a post is the first
 * of its group.
 */
const GROUPS = `select n.id,
    row_number() over (partition by n.link_data order by n.id desc) as nth,
    count(*) over (partition by n.link_data) - 1 as others
  from notifications n
  join members m on m.id = n.actor_id
  where n.kind = 'like' and m.disabled_at is null
    and not exists (select 1 from blocks b
      where b.blocker_id = n.actor_id and b.blocked_id = n.audience_member_id)
    and not exists (select 1 from blocks b
      where b.blocker_id = n.audience_member_id and b.blocked_id = n.actor_id)`;

/**
 * Makes one notification of the likes of a post: the newest one, of all. Those by members who are not seen stay as they
 * are: they are shown again with them.
 * @param id the type of ids
 */
export const groupLikes = (id: string): string[] => [
  `insert into notified_likes (post_id, member_id)
    select p.id, n.actor_id from notifications n
    join posts p on p.id = cast(n.link_data as ${id})
    where n.kind = 'like' and n.actor_id is not null
    on conflict do nothing`,
  `update notifications set
    dedupe_key = 'likes ' || notifications.link_data,
    title = case when g.others = 0 then title else
      substr(title, 1, length(title) - ${LIKE.length}) || ' and ' || g.others ||
      case when g.others = 1 then ' other' else ' others' end || '${LIKE}' end
    from (${GROUPS}) as g
    where g.id = notifications.id and g.nth = 1`,
  `delete from notifications where kind = 'like' and id in (
    select g.id from (${GROUPS}) as g where g.nth > 1)`,
];
