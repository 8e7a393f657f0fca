// Without Zod, for pages.

/** The public page of a listing. */
export const listingPath = (postId: string): string => `/exchange/${postId}`;

export const PICKUPS_PATH = '/exchange/pickups';
export const pickupPath = (id: string): string => `${PICKUPS_PATH}/${id}`;

/** The account settings of the exchange: town and alerts. */
export const ACCOUNT_EXCHANGE_PATH = '/profile/exchange';

/** What a search of the exchange is called in its address; a field that is left out means all. */
export interface ExchangeQuery {
  kind?: string | null;
  material?: string | null;
  /** PSGC code */
  town?: string | null;
  /** km */
  within?: number | null;
  free?: string | null;
  sort?: string | null;
  cursor?: string | null;
}

const PARAMETERS = ['kind', 'material', 'town', 'within', 'free', 'sort', 'cursor'] as const;

/** @returns the path of a search, with its fields in one order and without those that mean all */
export function exchangePath(query: ExchangeQuery): string {
  const given = PARAMETERS.flatMap((name) => {
    const value = query[name];
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
  return given.length > 0 ? `/exchange?${new URLSearchParams(given)}` : '/exchange';
}
