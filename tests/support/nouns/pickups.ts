import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { agreeTo } from './appointments.ts';
import { dayAfter, publishListing } from './listings.ts';

export const APPOINTMENTS = '/api/web/appointments';

/** An owner with a listing, and members with phone numbers who may request it. */
export interface PickupStage {
  site: Site;
  owner: MemberBrowser;
  post: { post_id: string };
  /** of the listing */
  path: string;
}

let lastPhone = 0;

export async function withPhone(site: Site): Promise<MemberBrowser> {
  const digits = String((lastPhone += 1)).padStart(9, '0');
  return site.signedIn(await site.member({ contact_phone: `09${digits}` }));
}

/** @param listing overrides the required fields */
export async function openPickupStage(site: Site, listing: object = {}): Promise<PickupStage> {
  const owner = await withPhone(site);
  return { site, owner, ...(await publishListing(owner, listing)) };
}

/** Requests a pickup for tomorrow. @param given other fields */
export const ask = ({ site, post }: PickupStage, requester: Browser, given: object = {}) =>
  requester.post(APPOINTMENTS, {
    subject: 'amount',
    post_id: post.post_id,
    day: dayAfter(site, 1),
    ...given,
  });

/** The path of a requested pickup. */
export function pathOf({ status, body }: Awaited<ReturnType<typeof ask>>): string {
  if (status !== 201) throw new Error(`The request was rejected: ${status} ${body['code']}`);
  return `${APPOINTMENTS}/${body['data'].appointment_id}`;
}

/** Requests a pickup, and lets the owner agree. @returns its path */
export async function agreeWith(stage: PickupStage, requester: Browser, given: object = {}) {
  const path = pathOf(await ask(stage, requester, given));
  requireOk(await agreeTo(stage.owner, path, { place: 'Behind the chapel' }));
  return path;
}
