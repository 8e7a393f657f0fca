// Measures how soon a badge shows another member's action.
import type { Database } from '#scripts/measure/bench/database.ts';
import { quote } from '#scripts/measure/bench/database.ts';
import type { Fixtures } from '#scripts/measure/bench/fixtures.ts';
import { createComment } from '#scripts/measure/bench/requests.ts';
import { at } from '#scripts/measure/bench/searches.ts';

import type { AllFigures } from './figures.ts';
import type { OpenPage } from './open-page.ts';

/** An open page whose member has read everything, with their newest post. */
export interface Target {
  page: OpenPage;
  post: string;
}

/** Finds the newest post of each member. */
export async function findPosts({ run }: Database, members: string[]) {
  const rows = await run(`select author_id, max(cast(id as text)) as post from posts
    where author_id in (${members.map(quote).join()}) group by author_id`);
  return new Map(rows.map(({ author_id = '', post = '' }) => [author_id, post]));
}

/** Marks all as read, so that the next notification changes the badge. */
export async function readAll({ run }: Database, members: string[]): Promise<void> {
  const list = members.map(quote).join();
  await run(`update member_notifications set read_at = created_at
    where read_at is null and member_id in (${list})`);
  await run(`update inboxes set unread_count = 0, version = version + 1
    where member_id in (${list})`);
}

// Pages poll every 5 seconds, and time out after 30.
const GIVE_UP_MS = 40_000;

/** Resolves when a poll returns the notification of a comment on the post. */
function waitForBadge({ page, post }: Target): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => reject(new Error('no badge')), GIVE_UP_MS);
  page.onNews = ({ notifications, unread_count }) => {
    const isShown = notifications.some(({ link_data, is_read }) => link_data === post && !is_read);
    if (isShown && unread_count > 0) resolve(undefined);
  };
  return promise.finally(() => {
    clearTimeout(timer);
    page.onNews = undefined;
  });
}

/**
 * Lets another member comment on the target's post, and waits until the page has the notification.
 * @param turn selects the commenter
 * @param from the page whose connection is used
 */
export async function probeBadge(
  target: Target,
  { writers }: Fixtures,
  { turn, from, figures }: { turn: number; from: OpenPage; figures: AllFigures },
): Promise<void> {
  const shown = waitForBadge(target);
  // Awaited after the comment is stored.
  shown.catch(() => null);
  const startedAt = performance.now();
  const { status } = await from.send(createComment(at(writers, turn), target.post));
  if (status !== 200 && status !== 201) throw new Error(`comment ${status}`);
  await shown;
  figures.now.badge.note(startedAt);
}

const ANY_MS = { sqlite: 'abs(random() % 3600000)', postgres: 'floor(random() * 3600000)' };

/** The site updates `seen_at` once an hour; without this, all sessions would be due at once. */
export const spreadSessions = ({ dialect, run }: Database) =>
  run(`update sessions set seen_at = seen_at - ${ANY_MS[dialect]}`);
