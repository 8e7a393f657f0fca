// Saves a guide while it is written: at once in the browser, which survives a crash, and every few seconds on the
// server (docs/decisions/0052-publishing.md). The page also works without it.
import type { DraftId, GuideDraft } from '#lib/client/drafts/draft.ts';
import { clearDraft, readDraft, saveDraft } from '#lib/client/drafts/drafts.ts';
import { ApiError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { saveGuide } from '#lib/client/library/guides.ts';
import { onPageLoad } from '#lib/client/page/on-page-load.ts';
import { sentFrom } from '#lib/contract/library/draft-form.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';

const SAVE_MS = 2000;
const RETRY_MS = 5000;
const time = formatOf(
  'en-GB',
  (locales) => new Intl.DateTimeFormat(locales, { timeStyle: 'short' }),
);

type DraftKind = `guide:${string}`;

const textOf = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
    ? field.value
    : '';
};

/** Reads the guide from its form. */
function readGuideForm(form: HTMLFormElement, isSubmitted: boolean): GuideDraft {
  const parts = form.querySelectorAll('[name^="type."]').length;
  const blocks = Array.from({ length: parts }, (_, at) => ({
    type: textOf(form, `type.${at}`),
    content: textOf(form, `content.${at}`),
    alt: textOf(form, `alt.${at}`),
  }));
  return {
    content: {
      title: textOf(form, 'title'),
      language: textOf(form, 'language'),
      translation_of: textOf(form, 'translation_of'),
      cover: textOf(form, 'cover'),
      blocks,
    },
    version: Number(textOf(form, 'version')),
    page: textOf(form, 'page'),
    isSubmitted,
  };
}

/** Sends a stored guide in a form like the page's; the server shows it beside the saved one. */
function submitGuide(form: HTMLFormElement, { content, version, page }: GuideDraft): void {
  const { blocks, ...texts } = content;
  const values: Record<string, string> = {
    csrf_token: textOf(form, 'csrf_token'),
    action: 'save',
    version: String(version),
    page,
    ...texts,
  };
  for (const [at, block] of blocks.entries())
    for (const part of ['type', 'content', 'alt'] as const) values[`${part}.${at}`] = block[part];
  const sent = document.createElement('form');
  // A button named `action` hides the property of the form.
  Object.assign(sent, { method: 'post', action: form.getAttribute('action'), hidden: true });
  // Otherwise the router would send the form.
  sent.dataset['astroReload'] = '';
  for (const [name, value] of Object.entries(values))
    sent.append(Object.assign(document.createElement('textarea'), { name, value }));
  document.body.append(sent);
  sent.submit();
}

/** The open form of a guide. */
class GuideEditor {
  readonly #form: HTMLFormElement;
  readonly #id: string;
  readonly #draftId: DraftId<DraftKind>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSaving = false;
  #isChanged = false;
  #over = new AbortController();
  #isPhotoLost = false;
  #sending: 'storing' | 'sent' | null = null;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#id = form.dataset['guide'] ?? '';
    this.#draftId = { accountId: getViewerId(), kind: `guide:${this.#id}` };
  }

  /** Stores the form's content, and schedules a save. */
  change(): void {
    this.#isChanged = true;
    void saveDraft(this.#draftId, readGuideForm(this.#form, false));
    if ('autosaved' in this.#form.dataset) this.#schedule(SAVE_MS);
  }

  /** Stores the draft before a button sends the form, as the page may be left before a save. */
  submit(event: SubmitEvent): void {
    const { submitter } = event;
    if (this.#sending === 'sent') return;
    event.preventDefault();
    if (this.#sending === 'storing') return;
    if (navigator.onLine) return void this.#storeAndSend(submitter);
    void saveDraft(this.#draftId, readGuideForm(this.#form, true));
    this.#isChanged = true;
    // Another button would not expect a photo.
    if (submitter?.matches('[data-photo]')) this.#losePhoto();
    this.#sayOffline();
    this.#schedule(RETRY_MS);
  }

  async #storeAndSend(submitter: HTMLElement | null): Promise<void> {
    this.#stop();
    this.#sending = 'storing';
    await saveDraft(this.#draftId, readGuideForm(this.#form, true));
    this.#sending = 'sent';
    sessionStorage.setItem(DONE_KEY, submitter?.dataset['done'] ?? '');
    this.#form.requestSubmit(submitter);
  }

  /** After a failed request, the next press sends again. */
  resume(): void {
    this.#sending = null;
    this.#over = new AbortController();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    // Also a save that is under way: the form has all of it, and would meet it as another's change.
    this.#over.abort();
  }

  /** Deletes the draft. */
  discard(): Promise<void> {
    this.#stop();
    return clearDraft(this.#draftId);
  }

  /** Saves the draft stored by an earlier page. @returns whether there was none */
  async restore(): Promise<boolean> {
    const stored = await readDraft(this.#draftId);
    if (stored && !this.#hasArrived(stored)) {
      await this.#saveStored(stored);
      return false;
    }
    if (stored) await clearDraft(this.#draftId);
    return true;
  }

  async #saveStored(stored: GuideDraft): Promise<void> {
    try {
      await saveGuide(this.#id, stored);
      await clearDraft(this.#draftId);
      const now = readGuideForm(this.#form, false);
      if (JSON.stringify(now.content) !== JSON.stringify(stored.content)) location.reload();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'draft_changed')
        submitGuide(this.#form, stored);
      else this.say(t('guide.not_saved_yet'));
    }
  }

  /** Whether the server already has a stored draft, including the last pressed button. */
  #hasArrived({ isSubmitted, page, version }: GuideDraft): boolean {
    const { version: current } = readGuideForm(this.#form, false);
    const savedFrom = this.#form.dataset['savedFrom'];
    return isSubmitted && savedFrom === sentFrom(page) && current > version;
  }

  #schedule(delayMs: number): void {
    if (this.#over.signal.aborted || this.#isSaving) return;
    this.#timer ??= setTimeout(() => void this.#save(), delayMs);
  }

  async #save(): Promise<void> {
    this.#timer = undefined;
    if (!this.#form.isConnected || this.#over.signal.aborted) return;
    this.#isSaving = true;
    this.#isChanged = false;
    const isSaved = await this.#send();
    this.#isSaving = false;
    if (this.#isChanged) this.#schedule(isSaved ? SAVE_MS : RETRY_MS);
    else if (isSaved && !this.#over.signal.aborted) await clearDraft(this.#draftId);
  }

  async #send(): Promise<boolean> {
    const { signal } = this.#over;
    try {
      const { version } = await saveGuide(this.#id, readGuideForm(this.#form, false), signal);
      if (signal.aborted) return true;
      // Also the form that deletes the guide.
      for (const field of document.querySelectorAll<HTMLInputElement>('input[name=version]'))
        field.value = String(version);
      this.say(t('guide.saved_at', { time: time().format(new Date()) }));
      return true;
    } catch (error) {
      if (!signal.aborted) this.#explain(error);
      return false;
    }
  }

  #explain(error: unknown): void {
    const { code = '', status = 0, message = '' } = error instanceof ApiError ? error : {};
    if (code === 'draft_changed') {
      this.#over.abort();
      this.say(t('guide.changed_elsewhere'));
    } else if (status >= 400 && status < 500) this.say(message);
    else {
      this.#isChanged = true;
      this.#sayOffline();
    }
  }

  #losePhoto(): void {
    const field = this.#form.querySelector<HTMLInputElement>('[data-image-input]');
    if (!field?.value) return;
    field.value = '';
    this.#isPhotoLost = true;
  }

  #sayOffline(): void {
    this.say(this.#isPhotoLost ? t('guide.offline_without_photo') : t('guide.offline'));
  }

  /** Shows a message below the parts. */
  say(text: string): void {
    const status = this.#form.querySelector('[data-status]');
    if (status && status.textContent !== text) status.textContent = text;
  }
}

const isEdited = (field: Element) =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.value !== field.defaultValue;

/** Saves the draft of an earlier page; without one, the text typed before this script ran. */
async function saveEarlier(editor: GuideEditor, form: HTMLFormElement): Promise<void> {
  // A stored draft may be the only copy, so it is not overwritten.
  if ('restored' in form.dataset && !(await editor.restore())) return;
  if ([...form.elements].some(isEdited)) editor.change();
}

/** The resized photo, or the original if resizing fails. */
async function resize(file: File): Promise<File> {
  try {
    const { resizeImage } = await import('#islands/forum/posts/create/resize-image.ts');
    return await resizeImage(file);
  } catch {
    return file;
  }
}

/**
 * Resizes the selected photo, because phones' photos exceed the server's limit. Reports an empty file.
 * @returns whether there is a photo to send
 */
async function resizeSelected(field: HTMLInputElement): Promise<boolean> {
  const [file] = field.files ?? [];
  field.setCustomValidity(file?.size === 0 ? IMAGE_MESSAGES.image_empty : '');
  if (!field.reportValidity() || !file) return false;
  const resized = await resize(file);
  // Another photo may have been selected since.
  if (field.files?.[0] !== file) return false;
  if (resized === file) return true;
  const transfer = new DataTransfer();
  transfer.items.add(resized);
  field.files = transfer.files;
  return true;
}

/** A photo button opens the file picker, and is pressed again after the choice. */
function askForPhotos(form: HTMLFormElement, field: HTMLInputElement, editor: GuideEditor): void {
  let asking: HTMLButtonElement | null = null;
  let isResizing = false;
  form.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // Sending now would use the original photo, or another one.
    if (isResizing && target.closest('[name=action], [data-image-input]')) event.preventDefault();
    const button = target.closest<HTMLButtonElement>('[data-photo]');
    if (!button || isResizing || field.files?.length) return;
    event.preventDefault();
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    asking = button;
    field.click();
  });
  const take = async () => {
    const button = asking;
    asking = null;
    isResizing = true;
    editor.say(t('guide.one_moment'));
    const isReady = await resizeSelected(field);
    isResizing = false;
    if (isReady && button) return form.requestSubmit(button);
    const { validationMessage: reason } = field;
    editor.say(button ? reason : '');
    // The photo was for this button alone.
    if (button && reason) field.value = '';
    if (button) field.setCustomValidity('');
  };
  field.addEventListener('cancel', () => (asking = null));
  field.addEventListener('change', () => void take());
}

const DONE_KEY = 'guide-done';

/** Shows on the next page what the button did, and moves to the part concerned. */
function sayWhatWasDone(form: HTMLFormElement): void {
  const done = sessionStorage.getItem(DONE_KEY);
  sessionStorage.removeItem(DONE_KEY);
  const part = document.getElementById(location.hash.slice(1));
  if (!done || !part || !form.contains(part)) return;
  part.focus();
  const status = form.querySelector('[data-status]');
  const parts = form.querySelectorAll('fieldset[id^="part-"]').length;
  const nth = /^part-(\d+)$/.exec(part.id)?.[1];
  if (status)
    status.textContent = nth
      ? t('guide.done_part', { done, part: nth, parts })
      : t('guide.done', { done });
}

function attach(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-guide]');
  if (!form) return;
  const editor = new GuideEditor(form);
  const file = form.querySelector<HTMLInputElement>('[data-image-input]');
  void saveEarlier(editor, form);
  form.addEventListener('input', ({ target }) => target !== file && editor.change());
  form.addEventListener('submit', (event) => editor.submit(event));
  form.addEventListener('page-form-stays', () => editor.resume());
  if (file) askForPhotos(form, file, editor);
  sayWhatWasDone(form);
  document
    .querySelector('[data-delete-guide] form')
    ?.addEventListener('submit', () => void editor.discard());
  document.querySelector('[data-discard]')?.addEventListener('click', (event) => {
    const { currentTarget: link } = event;
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    void editor.discard().then(() => location.assign(link.href));
  });
}

onPageLoad(attach);
