/** While a comment is being sent, its field is empty and read-only. */
const isInUse = ({ value, readOnly }: HTMLTextAreaElement) => readOnly || value.trim() !== '';
const isChanged = ({ value, defaultValue }: HTMLInputElement) => value !== defaultValue;

/** Whether a redirect would lose input. Search fields do not count. */
export const hasUnsavedInput = (): boolean =>
  Boolean(document.querySelector('dialog:modal')) ||
  [...document.querySelectorAll('textarea')].some(isInUse) ||
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=search])')].some(isChanged);

const unfinished = new Set<Promise<unknown>>();

/** @param action until it ends, its work is neither sent nor stored: a reload would lose it */
export function trackAction<T>(action: Promise<T>): Promise<T> {
  unfinished.add(action);
  const remove = () => unfinished.delete(action);
  action.then(remove, remove);
  return action;
}

/** Waits until all tracked actions have ended. */
export async function untilActionsEnd(): Promise<void> {
  while (unfinished.size > 0) await Promise.allSettled(unfinished);
}
