import { offlineError, validationError } from '#lib/client/http/api-error.ts';
import { offerReload, OUTDATED_MESSAGE } from '#lib/client/page/offer-reload.ts';

/**
 * Loads code that a form needs when it is sent.
 * @throws ApiError when it cannot be loaded; a page that is out of date also offers to reload
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await offerReload()) throw validationError(OUTDATED_MESSAGE);
    throw offlineError(error);
  }
}
