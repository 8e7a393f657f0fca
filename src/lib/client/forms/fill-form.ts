/** Writes saved values into a form's fields. */
export function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    // The default too: a saved value is no unsaved input.
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
  }
}
