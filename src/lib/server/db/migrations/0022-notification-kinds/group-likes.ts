const LIKE = ' liked your post';

/** The likes of posts that are there, each of one member; the newest of a post is the first of its group. */
const GROUPS = `select id,
    row_number() over (partition by link_data order by id desc) as nth,
    count(*) over (partition by link_data) - 1 as others
  from notifications where kind = 'like'`;

/**
 * Makes one notification of the likes of a post: the newest one, of all.
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
  `delete from notifications where kind = 'like' and dedupe_key like 'like %'`,
];
