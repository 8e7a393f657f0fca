// Composes a queued digest when it is sent, from what its member has not read by then.
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { NOTIFICATIONS_PATH, pickupPath } from '#lib/contract/paths.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { daysToCome, partOf } from '#lib/server/exchange/stock/parts-of-days.ts';
import { toEmailLink } from '#lib/server/notifications/channels/email/email-links.ts';
import { stopLinks } from '#lib/server/notifications/channels/email/stop-emails.ts';
import { pathOf } from '#lib/server/notifications/channels/facts.ts';
import type { NotificationRow } from '#lib/server/notifications/inbox/queries.ts';
import { wordsOf } from '#lib/server/notifications/inbox/words.ts';
import { MESSAGES, readMessage } from '#lib/server/notifications/news/messages.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { type Email, toRecipient } from '#lib/server/platform/email/email.ts';
import { REQUEST_NEWS } from '#lib/server/platform/notification-events.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import { LISTED } from './listed.ts';
import { digestPace, NEWS_MS } from './pace.ts';
import * as queries from './queries.ts';
import { type Item, type Missed, writeDigest } from './write-digest.ts';

type Toolkit = Pick<Services, 'config' | 'db' | 'now'>;

/** @returns a line with the actor, the action, and the post or guide */
const toItem =
  ({ config }: Toolkit) =>
  (row: NotificationRow): Item => {
    const subject = row.post_title ?? row.guide_title ?? '';
    const { title } = wordsOf(row);
    return {
      text: row.kind === 'guide' ? subject : `${title}: “${subject}”`,
      url: toEmailLink(config, pathOf(row, null)),
    };
  };

/** @returns the listings of alerts that can still be requested, nearest to a town first */
async function listAlerts(toolkit: Toolkit, rows: NotificationRow[], town: string | null) {
  const { db, config, now } = toolkit;
  const postIds = rows.flatMap(({ link_data }) => link_data ?? []);
  if (postIds.length === 0) return [];
  const open = await queries.listOpenListings(db, postIds, regionDay(now()));
  const towns = new Map(open.map((listing) => [listing.post_id, listing.town]));
  const home = town === null ? undefined : findTown(town);
  return rows
    .flatMap((row) => {
      const code = towns.get(row.link_data ?? '');
      if (code === undefined) return [];
      const place = findTown(code);
      const km = home && place ? Math.round(distanceKm(home, place)) : Infinity;
      const where = [townName(code), Number.isFinite(km) && t('mail.km', { km })]
        .filter(Boolean)
        .join(', ');
      const url = toEmailLink(config, pathOf(row, null));
      return [{ km, item: { text: `“${row.post_title ?? ''}” (${where})`, url } }];
    })
    .toSorted((a, b) => a.km - b.km)
    .map(({ item }) => item);
}

type RequestRow = Awaited<ReturnType<typeof queries.listRequests>>[number];

/** @returns a request to the member, in one line */
function requestText(row: RequestRow): string {
  const { title, first_name, last_name } = row;
  const none = { title: '', content: '', listing: null, details: {} };
  const facts = { ...none, subject: title ?? '', actor: `${first_name} ${last_name}` };
  if (row.subject === 'half_day') {
    const { machine, town, day } = row;
    const details = { machine, town, day, half: partOf(row) };
    const words = readMessage('booking_requested', { ...facts, others: 0, comment: null, details });
    return `${words?.title}: ${words?.content}`;
  }
  const pickup = { ...row, isGiving: row.kind !== 'need' };
  const { email } = MESSAGES[`pickup_${REQUEST_NEWS[row.kind]}`];
  return email?.({ ...facts, pickup }).subject ?? '';
}

/** @returns the requests that wait for a member, and whether any of them is new */
async function listRequests(toolkit: Toolkit, memberId: string, since: number) {
  const { db, config, now } = toolkit;
  const toCome = { today: regionDay(now()), ...daysToCome(toolkit) };
  const rows = await queries.listRequests(db, memberId, toCome, LISTED);
  const items = rows.map((row): Item => ({
    text: requestText(row),
    url: toEmailLink(config, pickupPath(row.id)),
  }));
  return { items, hasNew: rows.some(({ created_at }) => created_at > since) };
}

/** @returns null when there is nothing new */
async function listMissed(
  toolkit: Toolkit,
  memberId: string,
  { since, town }: { since: number; town: string | null },
): Promise<Missed | null> {
  const rows = await queries.listNews(toolkit.db, memberId, since, LISTED);
  const items = (...kinds: NotificationRow['kind'][]) =>
    // Leaves out deleted posts and guides.
    rows.filter((row) => kinds.includes(row.kind) && (row.post_title ?? row.guide_title) !== null);
  // Without a post.
  const weeks = rows
    .filter(({ message }) => message === 'week_ahead')
    .map((row) => ({
      text: wordsOf(row).title,
      url: toEmailLink(toolkit.config, pathOf(row, null)),
    }));
  const { items: requests, hasNew } = await listRequests(toolkit, memberId, since);
  const missed = {
    requests,
    alerts: [...(await listAlerts(toolkit, items('alert'), town)), ...weeks],
    reactions: items('comment', 'like').map(toItem(toolkit)),
    posts: items('post').map(toItem(toolkit)),
    guides: items('guide').map(toItem(toolkit)),
  };
  const { requests: _, ...news } = missed;
  return hasNew || Object.values(news).some(({ length }) => length > 0) ? missed : null;
}

/** Composes a member's digest. @returns null when there is nothing new, or the member gets no more digests */
export async function composeDigest(services: Services, memberId: string): Promise<Email | null> {
  const { db, config, now } = services;
  const reader = await queries.findReader(db, memberId);
  const to = reader && toRecipient(reader);
  if (!to) return null;
  const pace = digestPace(reader, now());
  if (pace.now === 'never') return null;
  const since = Math.max(reader.digest_sent_at ?? 0, now() - NEWS_MS);
  const missed = await listMissed(services, memberId, { since, town: reader.town });
  if (!missed) return null;
  const change = pace.next === pace.now ? null : pace.next;
  const { subject, paragraphs, sections } = writeDigest(missed, change);
  return {
    language: currentLanguage(),
    to,
    subject,
    paragraphs: [t('email.hello', { name: reader.first_name }), ...paragraphs],
    sections,
    button: { label: t('mail.see_all'), url: toEmailLink(config, NOTIFICATIONS_PATH) },
    stop: stopLinks(services, { memberId, kind: 'digest' }),
  };
}
