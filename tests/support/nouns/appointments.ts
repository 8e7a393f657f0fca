// What members do with pickups, bookings and trucks: tests know no other way to send it.
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';

type Sent = ReturnType<Browser['post']>;

/** An act on a pickup or a booking, by the path of its call. */
const act =
  (name: string, usual: object = {}) =>
  (browser: Browser, path: string, given: object = usual): Sent =>
    browser.post(`${path}/${name}`, given);

export const agreeTo = act('agree');
export const decline = act('decline');
export const callOff = act('call-off', { reason: 'Rain' });
export const confirm = act('confirm', { is_coming: true });
export const statePlace = act('place');
export const report = act('outcome');
export const skip = act('skip');
export const stop = act('stop');
export const lookForTruck = act('look');
export const leaveTruck = act('leave');

/** What one of the two sees of a pickup or a booking. */
export const appointmentOf = async (browser: Browser, path: string) =>
  requireOk(await browser.get(path)).body['data'];

/** What one of the two may do with it now. */
export const actsOf = async (browser: Browser, path: string): Promise<string[]> =>
  (await appointmentOf(browser, path)).acts;
