/** How many there may be. */
interface Limits {
  /** of all networks together */
  total: number;
  network: number;
}

interface Place {
  /** called when another network gets the place */
  onEvict: () => void;
}

/**
 * A limit that networks share: when all places are taken, the network with the most loses its oldest (longest queue
 * drop, RFC 7567, 4.2.2). A few networks cannot shut out the others.
 */
export class FairLimit {
  readonly #limits: Limits;
  readonly #places = new Map<string | null, Set<Place>>();
  #taken = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Takes a place.
   * @param network null for one that counts only in the total, and never loses a place
   * @param onEvict called when the place is lost to another network
   * @returns a function that releases the place, or null when none is free
   */
  take(network: string | null, onEvict: () => void): (() => void) | null {
    const own = network === null ? 0 : (this.#places.get(network)?.size ?? 0);
    if (own >= this.#limits.network) return null;
    if (this.#taken >= this.#limits.total && !this.#evict(own)) return null;
    const place = { onEvict };
    this.#places.getOrInsertComputed(network, () => new Set()).add(place);
    this.#taken += 1;
    return () => this.#giveBack(network, place);
  }

  /** Frees a place of the network with the most, unless the requesting network, with `own` places, has as many. */
  #evict(own: number): boolean {
    let [most, size]: [string | null, number] = [null, own + 1];
    for (const [network, places] of this.#places)
      if (network !== null && places.size > size) [most, size] = [network, places.size];
    const [oldest] = (most !== null && this.#places.get(most)) || [];
    if (!oldest) return false;
    this.#giveBack(most, oldest);
    oldest.onEvict();
    return true;
  }

  #giveBack(network: string | null, place: Place): void {
    const places = this.#places.get(network);
    if (!places?.delete(place)) return;
    this.#taken -= 1;
    if (places.size === 0) this.#places.delete(network);
  }
}
