const claimed = new WeakSet<Request>();

/**
 * Lets one element of a page have the focus when it opens: of a rejected form, what is wrong first.
 * @param request of the page
 * @returns whether it is the first of its page
 */
export function claimFocus(request: Request): boolean {
  const isFirst = !claimed.has(request);
  claimed.add(request);
  return isFirst;
}
