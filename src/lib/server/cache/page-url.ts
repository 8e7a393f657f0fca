// What guest pages read of a query. A link from elsewhere may have more, and anyone can invent names without end.
const PARAMETERS = [
  'search',
  'topic',
  'kind',
  'material',
  'town',
  'within',
  'free',
  'sort',
  'cursor',
];

/**
 * @param url path and query
 * @returns the same, with only the parameters that pages read, in one order and spelling. Forms send empty ones, too:
 *   those are left out, but for an empty search, which redirects
 */
export function toPageUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (query.length === 0) return url;
  const given = new URLSearchParams(query.join('?'));
  const read = PARAMETERS.flatMap((name) => {
    const value = given.get(name);
    return value || (name === 'search' && value === '') ? [[name, value]] : [];
  });
  return read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
}
