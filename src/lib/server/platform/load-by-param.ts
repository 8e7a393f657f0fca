import { toId } from '#lib/contract/ids.ts';

import type { Ctx, InPlace } from './context.ts';
import { AppError } from './errors.ts';

/** Loads an object on whose page a steward may act on behalf of a person. */
interface LoadInPlace<T> {
  ctx: Ctx;
  actsFor: Exclude<keyof InPlace, 'input'>;
  /** receives the context in which the viewer acts */
  load: (acting: Ctx, id: string) => Promise<T>;
}

/**
 * Loads the object in a page's path.
 * @param param the id in the path
 * @returns null when it does not exist
 */
export async function loadByParam<T>(
  param: string | undefined,
  how: ((id: string) => Promise<T>) | LoadInPlace<T>,
): Promise<T | null> {
  const id = toId(param);
  if (!id) return null;
  try {
    if (typeof how === 'function') return await how(id);
    const { ctx, actsFor, load } = how;
    return await load(await ctx.identity.inPlace[actsFor](ctx, id), id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}
