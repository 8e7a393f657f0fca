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
 * A limit that the networks share: when all places are taken, the network with the most gives up its oldest (longest
 * queue drop, RFC 7567, 4.2.2). A few networks cannot shut out the others.
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
   * @param network null for one that counts in the total only, and loses no place
   * @param onEvict called when another network gets the place
   * @returns a function that gives the place back, or null when there is none
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

  /** Frees a place of the network with the most, unless one with `own` places has as many. */
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
