// Actions about an appointment: agreeing, canceling, a message, the outcome, or a request for one.
import { toRecord } from '#lib/client/drafts/draft.ts';
import { hasUnsavedInput, untilActionsEnd } from '#lib/client/drafts/unsaved-input.ts';
import type { FormRequest } from '#lib/contract/exchange/appointment-forms.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import type { Kind } from './outbox-kind.ts';

/** A plain form that was submitted without a connection. */
export interface AppointmentAct extends FormRequest {
  /** the page of the form; for an appointment, its own */
  page: string;
  /** the label of the button */
  label: string;
  /** what the member wrote or chose; may be empty */
  text: string;
  /** the draft that it becomes again when the member edits it */
  draft: `form:${string}`;
  words: Record<string, string>;
}

// Only the server knows what the page shows now. It reloads after the entry is deleted: an earlier reload would
// send it again.
async function showAgain({ page }: AppointmentAct): Promise<void> {
  if (![page, PICKUPS_PATH].includes(location.pathname)) return;
  await untilActionsEnd();
  if (!hasUnsavedInput()) location.reload();
}

/** The errors of a retry whose first request was done, but whose response was lost. */
const IS_THERE = new Set(['pickup_exists', 'booking_exists']);

export const act = {
  request: ({ path, json }) => ({ path, method: 'post', json }),
  // Not null: null means that the action waits.
  response: { parse: () => 'done' },
  // Of two equal acts the last counts; messages all count.
  target: ({ path, json }) => `act ${path} ${'content' in json ? String(json.content) : ''}`,
  hasArrived: (_action, { code }) => IS_THERE.has(code),
  describe: ({ label, text }, subject) => ({ label: `${label}: ${subject}`, text }),
  cache: (_client, _response, action) => void showAgain(action),
  done: () => t('outbox.act_sent'),
  edit: ({ page }) => ({ page }),
  toDrafts: ({ draft, words }, { accountId }) => [toRecord({ accountId, kind: draft }, { words })],
} satisfies Kind<AppointmentAct, 'done'>;
