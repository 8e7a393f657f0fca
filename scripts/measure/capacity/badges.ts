// How long it takes until a badge shows what another member did.
import type { Database } from '#scripts/measure/bench/database.ts';
import { quote } from '#scripts/measure/bench/database.ts';
import type { Fixtures } from '#scripts/measure/bench/fixtures.ts';
import { createComment } from '#scripts/measure/bench/requests.ts';
import { at } from '#scripts/measure/bench/searches.ts';

import type { AllFigures } from './figures.ts';
import type { OpenPage } from './open-page.ts';

/** An open page whose member has read everything, and the newest of the member's posts. */
export interface Target {
  page: OpenPage;
  post: string;
}

/** @returns the newest post of each member who has one */
export async function findPosts({ run }: Database, members: string[]) {
  const rows = await run(`select author_id, max(cast(id as text)) as post from posts
    where author_id in (${members.map(quote).join()}) group by author_id`);
  return new Map(rows.map(({ author_id = '', post = '' }) => [author_id, post]));
}

/** Lets members have read all, so that the next notification changes the number. */
export async function readAll({ run }: Database, members: string[]): Promise<void> {
  const list = members.map(quote).join();
  await run(`update member_notifications set read_at = created_at
    where read_at is null and member_id in (${list})`);
  await run(`update inboxes set unread_count = 0, version = version + 1
    where member_id in (${list})`);
}

// The page polls in 5 seconds, and gives up after 30.
const GIVE_UP_MS = 40_000;

/** @returns when a poll of the page has brought the notification of a comment on the post */
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
 * Has another member comment on the target's post, and waits until the target's page knows.
 * @param turn another writer each time
 * @param from the page over whose connection it is sent
 */
export async function probeBadge(
  target: Target,
  { writers }: Fixtures,
  { turn, from, figures }: { turn: number; from: OpenPage; figures: AllFigures },
): Promise<void> {
  const shown = waitForBadge(target);
  // It is awaited once the comment is stored.
  shown.catch(() => null);
  const startedAt = performance.now();
  const { status } = await from.send(createComment(at(writers, turn), target.post));
  if (status !== 200 && status !== 201) throw new Error(`comment ${status}`);
  await shown;
  figures.now.badge.note(startedAt);
}

const ANY_MS = { sqlite: 'abs(random() % 3600000)', postgres: 'floor(random() * 3600000)' };

/** A session is noted as used once an hour: those of the data set would all be due together. */
export const spreadSessions = ({ dialect, run }: Database) =>
  run(`update sessions set seen_at = seen_at - ${ANY_MS[dialect]}`);
