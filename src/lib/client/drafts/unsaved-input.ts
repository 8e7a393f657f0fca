const isFilled = ({ value }: HTMLTextAreaElement) => value.trim() !== '';
const isChanged = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue;

/** Whether a redirect would lose input. Search fields do not count. */
export const hasUnsavedInput = (): boolean =>
  Boolean(document.querySelector('dialog:modal')) ||
  [...document.querySelectorAll('textarea')].some(isFilled) ||
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=search])')].some(isChanged);
