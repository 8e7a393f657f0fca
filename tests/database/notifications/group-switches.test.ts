// The three lines of the notification settings, each with a switch for the phone and one for email.
import { expect, test } from 'vitest';

import {
  GROUP_NAMES,
  isForRole,
  NOTIFICATION_GROUPS,
  NOTIFICATION_KINDS,
} from '#lib/contract/notifications/notification-kinds.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { join } from '#tests/support/nouns/notification-groups.ts';
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { isOn, openAtNoon, SETTINGS } from '#tests/support/nouns/sms-stage.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const PAGE = '/profile/notifications';
const ALL_ON = {
  must: { phone: 'on', email: 'on' },
  near: { phone: 'on', email: 'on' },
  rest: { phone: 'on', email: 'on' },
};

const settingsOf = async (browser: Browser) => (await browser.get(SETTINGS)).body['data'];
const groupsOf = async (browser: Browser) => (await settingsOf(browser)).groups;
const change = async (browser: MemberBrowser, input: object) =>
  requireOk(await browser.change('PUT', SETTINGS, input));
const turn = (browser: MemberBrowser, group: string, switches: object) =>
  change(browser, { groups: { [group]: switches } });

/** The kinds that are sent by a channel. */
const kindsBy = async (browser: Browser, channel: string): Promise<string[]> =>
  (await settingsOf(browser)).kinds
    .filter((each: Record<string, unknown>) => each[channel])
    .map(({ kind }: { kind: string }) => kind);

/** Sends the form of the lines as a page shows it. @param ticked the switches that are ticked */
const sendLines = (browser: MemberBrowser, was: object, ticked: Record<string, string>) =>
  sendForm(browser, PAGE, {
    action: 'groups',
    ...Object.fromEntries(
      Object.entries(was).flatMap(([group, switches]) =>
        Object.entries(switches as object).map(([name, state]) => [
          `was-${group}-${name}`,
          String(state),
        ]),
      ),
    ),
    ...ticked,
  });

const TICKED = Object.fromEntries(
  GROUP_NAMES.flatMap((group) => [
    [`${group}-phone`, 'on'],
    [`${group}-email`, 'on'],
  ]),
);

test('each kind of all members is in one group', () => {
  const grouped = Object.values(NOTIFICATION_GROUPS).flat();
  const kinds = NOTIFICATION_KINDS.filter((kind) => isForRole(kind, 'farmer'));
  expect(grouped.toSorted()).toEqual(kinds.toSorted());
});

test('all is on at first; a line turned off and on again is as before, and keeps the bell', async () => {
  const site = await openSite();
  const maria = await join(site, 'Maria');
  expect(await groupsOf(maria)).toEqual(ALL_ON);
  const [pushes, emails] = [await kindsBy(maria, 'push'), await kindsBy(maria, 'email')];

  await turn(maria, 'must', { phone: false, email: false });
  expect(await groupsOf(maria)).toEqual({ ...ALL_ON, must: { phone: 'off', email: 'off' } });
  expect(await kindsBy(maria, 'push')).toEqual(['comment', 'alert', 'listing', 'saved']);
  expect(await kindsBy(maria, 'email')).toEqual(['alert', 'listing', 'saved']);
  const { kinds } = await settingsOf(maria);
  expect(kinds.every((each: Record<string, unknown>) => each['is_shown'])).toBe(true);
  const mailed = kinds.filter((each: Record<string, unknown>) => each['is_mailed']);
  expect(mailed.map(({ kind }: { kind: string }) => kind)).toEqual(['moderation', 'account']);

  await turn(maria, 'must', { phone: true, email: true });
  expect(await groupsOf(maria)).toEqual(ALL_ON);
  expect([await kindsBy(maria, 'push'), await kindsBy(maria, 'email')]).toEqual([pushes, emails]);
});

test('the rest comes by email once a day: its switch is that of the digest', async () => {
  const site = await openSite();
  const maria = await join(site, 'Maria');
  await change(maria, { digest: 'weekly' });
  await turn(maria, 'rest', { email: true });
  expect((await settingsOf(maria)).digest).toBe('weekly');
  await turn(maria, 'rest', { email: false });
  expect((await settingsOf(maria)).digest).toBe('never');
  expect((await groupsOf(maria)).rest).toEqual({ phone: 'on', email: 'off' });
  await turn(maria, 'rest', { email: true });
  expect((await settingsOf(maria)).digest).toBe('daily');
});

test('what was chosen one by one says so, and stays when the lines are saved as they are', async () => {
  const site = await openSite();
  const maria = await join(site, 'Maria');
  const channels = { email: ['pickup', 'alert'], push: ['pickup', 'like'] };
  await change(maria, { hidden: ['saved'], channels });
  const mixed = {
    must: { phone: 'mixed', email: 'mixed' },
    near: { phone: 'off', email: 'mixed' },
    rest: { phone: 'mixed', email: 'on' },
  };
  expect(await groupsOf(maria)).toEqual(mixed);
  const before = await settingsOf(maria);
  const sent = await sendLines(maria, mixed, { 'rest-email': 'on', 'must-phone': '' });
  expect(redirectOf(sent)).toEqual([303, `${PAGE}?done=saved`]);
  expect(await settingsOf(maria)).toEqual(before);

  // A page that was opened before does not overwrite it, either, and the line can be turned on as a whole.
  await sendLines(maria, ALL_ON, TICKED);
  expect(await settingsOf(maria)).toEqual(before);
  await sendLines(maria, mixed, { 'rest-email': 'on', 'near-email': 'on' });
  expect(await groupsOf(maria)).toEqual({ ...mixed, near: { phone: 'off', email: 'on' } });
  expect(await kindsBy(maria, 'email')).toEqual(['alert', 'listing', 'saved', 'pickup']);
});

test('the phone of a line without push is SMS, also without emails, until a browser is added', async () => {
  const { stage, site } = await openAtNoon();
  const { owner } = stage;
  await changeSettings(site.services.db, owner.member.id, {
    email_pressed_at: site.services.now(),
  });
  expect(await isOn(owner)).toBe(false);
  expect((await groupsOf(owner)).must).toEqual({ phone: 'on', email: 'on' });
  await turn(owner, 'must', { email: false });
  expect(await isOn(owner)).toBe(true);
  requireOk(await owner.post(PUSH_DEVICES, newSubscription()));
  expect(await isOn(owner)).toBe(false);
  expect((await groupsOf(owner)).must).toEqual({ phone: 'on', email: 'off' });
  await turn(owner, 'must', { phone: false });
  await site.services.db.deleteFrom('push_devices').execute();
  expect(await isOn(owner)).toBe(false);
  expect((await groupsOf(owner)).must).toEqual({ phone: 'off', email: 'off' });
});

test('SMS beside pushes are a choice of one kind', async () => {
  const { stage } = await openAtNoon();
  const { owner } = stage;
  requireOk(await owner.post(PUSH_DEVICES, newSubscription()));
  const { push, email } = {
    push: await kindsBy(owner, 'push'),
    email: await kindsBy(owner, 'email'),
  };
  await change(owner, { channels: { push, email, sms: ['pickup'] } });
  expect((await groupsOf(owner)).must).toEqual({ phone: 'mixed', email: 'on' });
});
