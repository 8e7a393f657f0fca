// A site with an SMS gateway, an owner who can only be reached by SMS, and members who request the listing.
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { noteSeen } from '#lib/server/platform/sms/numbers.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

import { ask, openPickupStage, withPhone } from './pickups.ts';
import { openSmsGateway, sendEvent, type SentEvent, signEvent } from './sms-gateway.ts';

export const SETTINGS = '/api/web/account/notifications';

export const nameOf = ({ member }: MemberBrowser) => `${member.first_name} ${member.last_name}`;
export const international = ({ member }: MemberBrowser) => `+63${member.contact_phone?.slice(1)}`;

/** Staff verify a member's phone number in person. */
export const prove = ({ services }: Site, { member }: MemberBrowser) =>
  noteSeen(services, services.db, member.contact_phone ?? '');

/** The state of a member's number in the settings. */
export const stateOf = async (browser: MemberBrowser): Promise<string | undefined> =>
  (await browser.get(SETTINGS)).body['data'].sms_number?.state;

/** At noon: an owner whom neither push nor email reaches, and a requester, both with verified numbers. */
export async function openAtNoon() {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const requester = await withPhone(site);
  for (const each of [stage.owner, requester]) await prove(site, each);
  const textsTo = async (browser: MemberBrowser): Promise<string[]> => {
    await sendPending(site.services);
    return gateway.taken
      .filter(({ to }) => to === international(browser))
      .map(({ text }) => text.replace(/^Glean: /, ''));
  };
  const request = async (given: object = {}) =>
    requireOk(await ask(stage, await withPhone(site), { amount: 1, ...given }));
  return { gateway, site, stage, requester, textsTo, request };
}

/** Turns SMS of pickups on or off. */
export const choose = async (browser: MemberBrowser, sms: string[]) =>
  requireOk(
    await browser.change('PUT', SETTINGS, {
      hidden: [],
      channels: { email: ['pickup'], push: ['pickup'], sms },
    }),
  );

export const isOn = async (browser: MemberBrowser): Promise<boolean | null> =>
  (await browser.get(SETTINGS)).body['data'].kinds.find(
    ({ kind }: { kind: string }) => kind === 'pickup',
  ).sms;

/** A site, and a function that sends a callback about the owner's number. */
export async function openWithStop() {
  const opened = await openAtNoon();
  const { site, stage } = opened;
  const phone = international(stage.owner);
  const event = (given: SentEvent = {}) => signEvent(site, { phone, message: 'STOP', ...given });
  const send = (given: SentEvent = {}) => sendEvent(site, event(given));
  return { ...opened, event, send, owner: stage.owner };
}
