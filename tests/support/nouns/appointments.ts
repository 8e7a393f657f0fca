// Requests about pickups, bookings and trucks; tests send them only from here.
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';

type Sent = ReturnType<Browser['post']>;

/** Makes a function that performs an act on a pickup or booking, by its path. */
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

/** A pickup or booking as one of the two members sees it. */
export const appointmentOf = async (browser: Browser, path: string) =>
  requireOk(await browser.get(path)).body['data'];

/** The acts that one of the two members may perform now. */
export const actsOf = async (browser: Browser, path: string): Promise<string[]> =>
  (await appointmentOf(browser, path)).acts;
