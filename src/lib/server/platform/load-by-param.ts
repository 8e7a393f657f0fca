import { toId } from '#lib/contract/ids.ts';

import { AppError } from './errors.ts';

/**
 * Loads what a page's path names.
 * @param param the id in the path
 * @returns null when it does not exist
 */
export async function loadByParam<T>(
  param: string | undefined,
  load: (id: string) => Promise<T>,
): Promise<T | null> {
  const id = toId(param);
  try {
    return id ? await load(id) : null;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}
