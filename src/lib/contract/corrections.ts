/** The name of a plain form's button that submits it with one value corrected. */
export const CORRECTION_FIELD = 'correction';

export const writeCorrection = (name: string, value: string): string =>
  new URLSearchParams({ [name]: value }).toString();

/** Replaces the typed value with the one that the pressed button suggests. */
export function applyCorrection(form: URLSearchParams): void {
  const correction = new URLSearchParams(form.get(CORRECTION_FIELD) ?? '');
  form.delete(CORRECTION_FIELD);
  for (const [name, value] of correction) if (form.has(name)) form.set(name, value);
}
