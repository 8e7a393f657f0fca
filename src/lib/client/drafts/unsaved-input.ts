/** A comment that is being sent has left its field, which is read-only until the response has come. */
const isInUse = ({ value, readOnly }: HTMLTextAreaElement) => readOnly || value.trim() !== '';
const isChanged = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue;

/** Whether a redirect would lose input. Search fields do not count. */
export const hasUnsavedInput = (): boolean =>
  Boolean(document.querySelector('dialog:modal')) ||
  [...document.querySelectorAll('textarea')].some(isInUse) ||
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=search])')].some(isChanged);
