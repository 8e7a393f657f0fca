const UNAVAILABLE = 503;

/** Sends a request again while the server has no turn for it, as a browser does. @returns the last response */
export async function repeatWhileUnavailable<T extends { status: number }>(
  send: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const response = await send();
    if (response.status !== UNAVAILABLE) return response;
  }
}
