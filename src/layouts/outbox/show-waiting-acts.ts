// Shows on an appointment's card the actions that wait in the outbox.
import type { AppointmentAct } from '#lib/client/outbox/act-kind.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { EACH_PICKUP } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

const isAct = ({ action }: OutboxEntry): boolean => action.kind === 'act';

function noteOf({ label }: AppointmentAct): HTMLElement {
  const note = Object.assign(document.createElement('p'), {
    className: 'note',
    textContent: t('outbox.act_waits', { act: label }),
  });
  note.dataset['waiting'] = '';
  return note;
}

/** Shows a note for each waiting action, and removes the notes shown before. */
export function showWaitingActs(): void {
  for (const note of document.querySelectorAll('[data-waiting]')) note.remove();
  for (const entry of outboxEntries.get().filter(isAct)) {
    const action = entry.action as AppointmentAct & { kind: 'act' };
    const [, id] = EACH_PICKUP.exec(action.page) ?? [];
    document.querySelector(`[data-appointment="${id}"]`)?.append(noteOf(action));
  }
}
