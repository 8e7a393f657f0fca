/** So many of a worker's places one host gets: a silent one leaves the others to those that respond. */
const PLACES = 2;
// Whoever has many hosts has them under one domain, as a rule.
const LABELS = 2;

/** @returns the end of the name of an endpoint's host, which all hosts of one domain share */
const domainOf = (endpoint: string): string =>
  new URL(endpoint).hostname.split('.').slice(-LABELS).join('.');

/**
 * Lists the domains that have all of their places.
 * @param endpoints of what is being sent; null for what goes to a server of the site's own
 */
export function listFullDomains(endpoints: Iterable<string | null>): string[] {
  const domains = [...endpoints].flatMap((endpoint) =>
    endpoint === null ? [] : domainOf(endpoint),
  );
  return [...Map.groupBy(domains, (domain) => domain)].flatMap(([domain, { length }]) =>
    length < PLACES ? [] : domain,
  );
}

/** Whether an endpoint's host has all of its places. @param full domains */
export const isFull = (endpoint: string | null, full: string[]): boolean =>
  endpoint !== null && full.includes(domainOf(endpoint));
