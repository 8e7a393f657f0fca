import { listTowns, type Town } from './towns.ts';

// The mean radius (IUGG). The error of a sphere is below 0.6 %.
const EARTH_RADIUS_KM = 6371.0088;

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const haversine = (radians: number) => Math.sin(radians / 2) ** 2;

/** @returns the straight distance between the centers of two towns, in km: roads are longer */
export function distanceKm(a: Town, b: Town): number {
  const [latitudeA, latitudeB] = [toRadians(a.latitude), toRadians(b.latitude)];
  const longitudes = toRadians(b.longitude - a.longitude);
  const chord =
    haversine(latitudeB - latitudeA) +
    Math.cos(latitudeA) * Math.cos(latitudeB) * haversine(longitudes);
  // Rounding may exceed 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** A town and its distance in km from another. */
interface TownAtDistance {
  town: Town;
  km: number;
}

/**
 * Finds the towns around another.
 * @param km the largest distance of the centers
 * @returns the nearest first, starting with the town itself
 */
export function townsWithin(center: Town, km: number): TownAtDistance[] {
  return listTowns()
    .map((town) => ({ town, km: distanceKm(center, town) }))
    .filter((each) => each.km <= km)
    .toSorted((a, b) => a.km - b.km);
}
