// Actions of members that notify others.
import { addResource } from '#demo/factories.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { bearer, NOTIFICATIONS } from './notification-requests.ts';
import { postForm, POSTS } from './posts.ts';

/** Adds a member with this first name. */
export const join = async (site: Site, first_name: string): Promise<MemberBrowser> =>
  site.signedIn(await site.member({ first_name, last_name: 'Cruz' }));

/** Publishes a post. @returns its id */
export const publish = async (browser: Browser, title = 'Straw'): Promise<string> =>
  (await browser.post(POSTS, postForm([], { title }), { 'idempotency-key': newId() })).body['data']
    .post_id;

/** Notifies everyone of a published guide. @returns its id */
export async function publishGuide({ services }: Site, title: string): Promise<string> {
  const { id: guideId } = await addResource(services.db, { title });
  await transact(services, { invalidates: [] }, (tx) =>
    services.notify(tx, { event: 'guide_published', guideId, title }),
  );
  return guideId;
}

export const like = (browser: Browser, postId: string) => browser.post(`${POSTS}/${postId}/likes`);

/** Marks read everything up to a notification. */
export const readAll = async (browser: Browser, until: unknown) =>
  browser.change('PATCH', `${NOTIFICATIONS}/read`, { until }, await bearer(browser));
