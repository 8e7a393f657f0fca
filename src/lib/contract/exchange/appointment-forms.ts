// Translates the plain forms about appointments into API calls: the server reads forms with it, and a browser without
// a connection sends the calls later. Without Zod.
import { EACH_PICKUP, EACH_LISTING, EACH_MACHINE } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';

type Form = Pick<URLSearchParams, 'get' | 'has'>;

/** An empty field is null. */
const textOf = (form: Form, name: string): string | null => form.get(name) || null;

/** The API body for each form of an appointment's page, by the form's field `action`. */
export const BODIES = {
  agree: (form) => ({ place: textOf(form, 'place') }),
  decline: () => ({}),
  call_off: (form) => ({ reason: form.get('reason') ?? '' }),
  skip: () => ({}),
  stop: () => ({}),
  place: (form) => ({ place: form.get('place') ?? '' }),
  coming: () => ({ is_coming: true }),
  not_coming: () => ({ is_coming: false }),
  message: (form) => ({ content: form.get('content') ?? '' }),
  outcome: (form) => ({
    result: form.get('result') ?? '',
    kg: readNumber(form.get('kg')),
    reason: textOf(form, 'reason'),
  }),
} satisfies Record<string, (form: Form) => object>;

type FormAct = keyof typeof BODIES;

/** Where the last part of the API path differs from the form's action. */
const PATHS: Partial<Record<FormAct, string>> = {
  call_off: 'call-off',
  coming: 'confirm',
  not_coming: 'confirm',
  message: 'messages',
};

/** The API body for a listing's request form. */
export const askForAmountBody = (postId: string | null, form: Form) => ({
  subject: 'amount',
  post_id: postId ?? '',
  amount: readNumber(form.get('amount')),
  day: form.get('day') ?? '',
  town: textOf(form, 'town'),
  vehicle: textOf(form, 'vehicle'),
  note: textOf(form, 'note'),
  each_time: form.has('each_time'),
  for_account: textOf(form, 'for_account'),
});

/** A half day as forms encode it: `2026-12-01.morning`. */
export function readSlot(name: string): { day: string; half: string } {
  const [day = '', half = ''] = name.split('.');
  return { day, half };
}

/** The API body for a machine's request form, which encodes the half day in one field. */
export const askForHalfDayBody = (postId: string | null, form: Form) => ({
  subject: 'half_day',
  post_id: postId ?? '',
  ...readSlot(form.get('day') ?? ''),
  town: form.get('town') ?? '',
  amount: readNumber(form.get('amount')),
  note: textOf(form, 'note'),
  for_account: textOf(form, 'for_account'),
});

const CALL = 'web/appointments';

const isAct = (action: string): action is FormAct => Object.hasOwn(BODIES, action);

/** The API call that is equivalent to a form. */
export interface FormRequest {
  /** below /api */
  path: string;
  json: object;
}

function toRequest(path: string, form: Form): FormRequest | null {
  const action = form.get('action') ?? '';
  const [, pickup] = EACH_PICKUP.exec(path) ?? [];
  if (pickup && isAct(action))
    return { path: `${CALL}/${pickup}/${PATHS[action] ?? action}`, json: BODIES[action](form) };
  const [, listing] = EACH_LISTING.exec(path) ?? [];
  if (listing && action === '') return { path: CALL, json: askForAmountBody(listing, form) };
  const [, machine] = EACH_MACHINE.exec(path) ?? [];
  const isQuestion = machine && action === 'book';
  return isQuestion ? { path: CALL, json: askForHalfDayBody(machine, form) } : null;
}

/** Whether a form can wait for a connection. @param action its field of that name */
export const canWait = (path: string, action: string): boolean =>
  toRequest(path, new URLSearchParams({ action })) !== null;

/**
 * @param path of the form's page
 * @returns the API call that is equivalent to a form; null when it cannot wait: its page rejects invalid numbers, and
 *   stores a first phone number
 */
export function requestOfForm(path: string, form: Form): FormRequest | null {
  const request = form.get('phone_number') ? null : toRequest(path, form);
  return request && Object.values(request.json).some(Number.isNaN) ? null : request;
}
