const UNAVAILABLE = 503;

/**
 * Repeats a request while the server is busy, like a browser.
 * @param forgetTries resets the member's rate limit, which retries would reach on a slow machine
 * @returns the last response
 */
export async function repeatWhileUnavailable<T extends { status: number }>(
  send: () => Promise<T>,
  forgetTries?: () => Promise<void>,
): Promise<T> {
  for (;;) {
    const response = await send();
    if (response.status !== UNAVAILABLE) return response;
    await forgetTries?.();
  }
}
