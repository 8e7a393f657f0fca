import type { GuideDraft } from '#lib/client/drafts/draft.ts';

const textOf = (form: HTMLFormElement, name: string): string => {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : '';
};

/** Reads a guide as its form is now. */
export function readGuideForm(form: HTMLFormElement, isSubmitted: boolean): GuideDraft {
  const parts = form.querySelectorAll('[name^="type."]').length;
  const blocks = Array.from({ length: parts }, (_, at) => ({
    type: textOf(form, `type.${at}`),
    content: textOf(form, `content.${at}`),
    alt: textOf(form, `alt.${at}`),
  }));
  return {
    content: { title: textOf(form, 'title'), cover: textOf(form, 'cover'), blocks },
    version: Number(textOf(form, 'version')),
    page: textOf(form, 'page'),
    isSubmitted,
  };
}

/** Sends a stored guide as the form of its page does: the server shows it beside the saved one. */
export function submitGuide(form: HTMLFormElement, { content, version, page }: GuideDraft): void {
  const { title, cover, blocks } = content;
  const values: Record<string, string> = {
    csrf_token: textOf(form, 'csrf_token'),
    action: 'save',
    version: String(version),
    page,
    title,
    cover,
  };
  for (const [at, block] of blocks.entries())
    for (const part of ['type', 'content', 'alt'] as const) values[`${part}.${at}`] = block[part];
  const sent = document.createElement('form');
  // A button of the form is named `action`, which hides the property.
  Object.assign(sent, { method: 'post', action: form.getAttribute('action'), hidden: true });
  // The router would send it itself.
  sent.dataset['astroReload'] = '';
  for (const [name, value] of Object.entries(values))
    sent.append(Object.assign(document.createElement('textarea'), { name, value }));
  document.body.append(sent);
  sent.submit();
}
