// An act about an appointment: agreeing, calling off, a message, how it went, or asking for one.
import { toRecord } from '#lib/client/drafts/draft.ts';
import { hasUnsavedInput, untilActionsEnd } from '#lib/client/drafts/unsaved-input.ts';
import type { FormRequest } from '#lib/contract/exchange/appointment-forms.ts';
import { PICKUPS_PATH } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

import type { Kind } from './outbox-kind.ts';

/** A plain form that was sent without a connection. */
export interface AppointmentAct extends FormRequest {
  /** on which it was sent; of an appointment its own */
  page: string;
  /** what the member pressed */
  label: string;
  /** what they wrote or chose; empty without anything */
  text: string;
  /** the draft that it becomes again when it is changed */
  draft: `form:${string}`;
  words: Record<string, string>;
}

// What a page shows of it is the server's to say. Left before it is deleted here, it would be sent again.
async function showAgain({ page }: AppointmentAct): Promise<void> {
  if (![page, PICKUPS_PATH].includes(location.pathname)) return;
  await untilActionsEnd();
  if (!hasUnsavedInput()) location.reload();
}

/** Whether what it asks for is there, of a request whose response was lost. */
const IS_THERE = new Set(['pickup_exists', 'booking_exists']);

export const act = {
  request: ({ path, json }) => ({ path, method: 'post', json }),
  // Not null, which is what waits.
  response: { parse: () => 'done' },
  // Of two of the same, what was pressed last counts; each message does.
  target: ({ path, json }) => `act ${path} ${'content' in json ? String(json.content) : ''}`,
  hasArrived: (_action, { code }) => IS_THERE.has(code),
  describe: ({ label, text }, subject) => ({ label: `${label}: ${subject}`, text }),
  cache: (_client, _response, action) => void showAgain(action),
  done: () => t('outbox.act_sent'),
  edit: ({ page }) => ({ page }),
  toDrafts: ({ draft, words }, { accountId }) => [toRecord({ accountId, kind: draft }, { words })],
} satisfies Kind<AppointmentAct, 'done'>;
