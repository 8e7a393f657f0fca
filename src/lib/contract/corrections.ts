/** In a plain form: of the button that sends the form with a value corrected. */
export const CORRECTION_FIELD = 'correction';

/** @returns the value of such a button */
export const writeCorrection = (name: string, value: string): string =>
  new URLSearchParams({ [name]: value }).toString();

/** Puts the value that a pressed button offers in place of what was typed. */
export function applyCorrection(form: URLSearchParams): void {
  const correction = new URLSearchParams(form.get(CORRECTION_FIELD) ?? '');
  form.delete(CORRECTION_FIELD);
  for (const [name, value] of correction) if (form.has(name)) form.set(name, value);
}
