const claimed = new WeakSet<Request>();

/**
 * Gives the initial focus to one element of a page: in a rejected form, the first error.
 * @returns whether this is the first claim on the page
 */
export function claimFocus(request: Request): boolean {
  const isFirst = !claimed.has(request);
  claimed.add(request);
  return isFirst;
}
