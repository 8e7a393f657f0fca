const UNAVAILABLE = 503;

/**
 * Sends a request again while the server has no turn for it, as a browser does.
 * @param forgetTries where one member sends many: on a slow machine, what is tried again would reach their limit
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
