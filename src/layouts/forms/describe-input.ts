/** The hint and the error displayed with an input. */
export interface Described {
  hasHint: boolean;
  hasError: boolean;
  /** whether it has the focus when the page opens */
  isFocused: boolean;
}

/**
 * Connects an input with its hint and error: Astro cannot pass attributes to what is in a slot.
 * @param html of the slot
 * @param id of the input in it; `${id}-hint` and `${id}-error` are those of the texts
 * @throws Error when the slot has no such input
 */
export function describeInput(html: string, id: string, beside: Described): string {
  const { hasHint, hasError, isFocused } = beside;
  const texts = [...(hasError ? [`${id}-error`] : []), ...(hasHint ? [`${id}-hint`] : [])];
  const attributes = [
    `id="${id}"`,
    ...(texts.length > 0 ? [`aria-describedby="${texts.join(' ')}"`] : []),
    ...(hasError ? ['aria-invalid="true"'] : []),
    ...(isFocused ? ['autofocus'] : []),
  ];
  const written = `id="${id}"`;
  // Without it, a screen reader would not read the error.
  if (!html.includes(written)) throw new Error(`No input with ${written} in the field's slot`);
  return html.replace(written, () => attributes.join(' '));
}
