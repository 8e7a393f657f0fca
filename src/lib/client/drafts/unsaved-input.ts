const isFilled = ({ value }: HTMLTextAreaElement) => value.trim() !== '';
const isChanged = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue;

/**
 * Whether something half written would be lost to a sign-in screen that comes by itself. What is typed into a search
 * is not missed.
 */
export const hasUnsavedInput = (): boolean =>
  Boolean(document.querySelector('dialog:modal')) ||
  [...document.querySelectorAll('textarea')].some(isFilled) ||
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=search])')].some(isChanged);
