// Without a connection, a plain form about an appointment waits in the outbox, which sends its API call later.
import { urlEncoded } from '#lib/client/forms/url-encoded.ts';
import { newId } from '#lib/client/new-id.ts';
import type { AppointmentAct } from '#lib/client/outbox/act-kind.ts';
import { queue } from '#lib/client/outbox/send-or-queue.ts';
import { KEY_FIELD } from '#lib/contract/csrf.ts';
import { requestOfForm } from '#lib/contract/exchange/appointment-forms.ts';
import { formKeyOf } from '#lib/contract/form-key.ts';

/** The input of a form, as its draft stores it. */
interface Typed {
  kind: `form:${string}`;
  words: Record<string, string>;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const WRITTEN = 'textarea, select, input:not([type=hidden], [type=radio], [type=checkbox])';

const textOf = (field: Field): string =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.textContent ?? '') : field.value;

/** The text or choice that a member entered in a form, for people. */
const readText = (form: HTMLFormElement): string =>
  [...form.querySelectorAll<Field>(WRITTEN)]
    .map((field) => textOf(field).trim())
    .filter(Boolean)
    .join(', ');

/** The subject of a form: the card that contains it, or its page. */
const subjectOf = (form: HTMLFormElement): string =>
  (
    form.closest('article')?.querySelector('.title') ?? document.querySelector('h1')
  )?.textContent?.trim() ?? '';

/** What is written next is something else, even with the same words. */
function renewKey(form: HTMLFormElement): void {
  const field = form.elements.namedItem(KEY_FIELD);
  if (field instanceof HTMLInputElement) field.value = newId();
}

/**
 * Puts a form into the outbox.
 * @param submitter the button that was pressed
 * @returns false without storage, and for forms that only their page can handle
 */
export async function queueForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { kind: draft, words }: Typed,
): Promise<boolean> {
  const data = urlEncoded(new FormData(form, submitter));
  const page = new URL(form.getAttribute('action') ?? '', document.baseURI).pathname;
  const request = requestOfForm(page, data);
  if (!request) return false;
  const label = form.dataset['label'] ?? submitter?.textContent?.trim() ?? '';
  const action: { kind: 'act' } & AppointmentAct = {
    kind: 'act',
    ...request,
    page,
    label,
    text: readText(form),
    draft,
    words,
  };
  // Its request may have arrived before the connection was lost.
  const idempotencyKey = await formKeyOf(data, data.get('content') ?? '');
  renewKey(form);
  return queue({ action, subject: subjectOf(form), ...(idempotencyKey && { idempotencyKey }) });
}
