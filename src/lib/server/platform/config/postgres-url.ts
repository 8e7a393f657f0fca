// A URL of Postgres may list several hosts, as libpq reads it: `postgres://a:5432,b:5432/glean`. `URL` reads none with ports.
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)/;
const PLACEHOLDER = 'hosts';

/** @returns a URL for each host that a URL lists */
export function listHostUrls(url: string): string[] {
  const [all = '', before = '', hosts = ''] = HOSTS.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + url.slice(all.length));
}

/** @returns the URL after a change of anything but its hosts */
export function changeUrl(text: string, change: (url: URL) => void): string {
  const [, , hosts = ''] = HOSTS.exec(text) ?? [];
  if (!hosts.includes(',')) {
    const url = new URL(text);
    change(url);
    return url.href;
  }
  const url = new URL(text.replace(HOSTS, `$1${PLACEHOLDER}`));
  change(url);
  return url.href.replace(HOSTS, (_, before: string) => before + hosts);
}

/** @returns a setting of a URL */
export const readUrlSetting = (url: string, name: string): string | null =>
  new URL(listHostUrls(url)[0] ?? '').searchParams.get(name);

/** Whether only a host that takes writes will do: one of several, or as `target_session_attrs` says. */
export const mustTakeWrites = (url: string): boolean =>
  listHostUrls(url).length > 1 || readUrlSetting(url, 'target_session_attrs') !== null;
