// Requests about alerts, like those of the site's pages.
import { addMember } from '#demo/factories.ts';
import type { AlertTable, Db } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

import { getAllNotifications } from './notification-requests.ts';

export const ALERTS = '/api/web/alerts';

/** The code of Guimba; Muñoz is 16 km away, Baler 85 km. */
export const GUIMBA = '0304911000';
export const MUNOZ = '0304917000';
export const BALER = '0307701000';

/** @returns the viewer's alerts, newest first */
export const listAlerts = async (browser: Browser) =>
  (await browser.get(ALERTS)).body['data'].alerts;

/** Saves an alert. @returns its id */
export const saveAlert = async (browser: Browser, search: object = {}): Promise<string> =>
  (await browser.post(ALERTS, search)).body['data'].alert_id;

/** The titles of the notifications from alerts, newest first. */
export async function newListings(browser: Browser): Promise<string[]> {
  const all = await getAllNotifications(browser);
  return all
    .map(({ title }) => String(title))
    .filter((title) => title.startsWith('New for your alert'));
}

/**
 * Inserts members with alerts.
 * @param searches one per alert of each member
 */
export const addAlerts = (db: Db, members: number, searches: Partial<AlertTable>[] = [{}]) =>
  // A single transaction is faster.
  db.transaction().execute(async (tx) => {
    const search = { kind: null, material: null, town: null, within_km: null, free: 0 };
    const times = { paused_at: null, created_at: 0 };
    for (let nth = 0; nth < members; nth += 1) {
      const { id: member_id } = await addMember(tx, { password_hash: '' });
      const alerts = searches.map((each) => ({
        id: newId(),
        member_id,
        ...search,
        ...times,
        ...each,
      }));
      await tx.insertInto('alerts').values(alerts).execute();
    }
  });

export async function listRecipients({ services: { db } }: Site) {
  const rows = await db
    .selectFrom('member_notifications')
    .where('kind', '=', 'alert')
    .orderBy('member_id')
    .select(['member_id', 'link_data'])
    .execute();
  return rows.map(({ member_id, link_data }) => `${member_id} ${link_data}`);
}

/** Whether a listing has not been compared with the alerts yet. */
export const isAnyDue = async ({ services: { db } }: Site) => {
  const due = db.selectFrom('listings').where('alerts_due_at', 'is not', null).select('post_id');
  return (await due.execute()).length > 0;
};
