import type { AlertInput } from '#lib/contract/alerts.ts';
import { materialName, townName } from '#lib/contract/listing-choices.ts';
import type { ListingSearch } from '#lib/contract/listing-search.ts';
import { isMaterial } from '#lib/contract/materials.ts';

const KINDS = { offer: 'Offers', need: 'Needs', service: 'Services' };

/** The criteria of an alert or a search as short texts. */
export type AlertSearch = Omit<AlertInput, 'within'> & { within: number | null };

const materialOf = (material: string | null): string =>
  material !== null && isMaterial(material) ? materialName(material) : 'All materials';

function placeOf({ town, within }: AlertSearch): string {
  const name = townName(town);
  if (!name) return 'all towns';
  return within === null ? `any distance from ${name}` : `within ${within} km of ${name}`;
}

/** @returns what an alert is for, a short text each: `Offers`, `Rice straw`, `free`, `within 25 km of Guimba` */
export const alertFacts = (search: AlertSearch): string[] =>
  [
    search.kind && KINDS[search.kind],
    materialOf(search.material),
    search.free ? 'free' : null,
    placeOf(search),
  ].filter((fact) => fact !== null);

/** @returns what an alert for a search of the exchange is for */
export const toAlertSearch = ({
  kind,
  material,
  town,
  within,
  free,
}: ListingSearch): AlertSearch => ({
  kind,
  material,
  town,
  within,
  free: free !== null,
});
