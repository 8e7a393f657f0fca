// A Postgres URL may list several hosts, as in libpq: `postgres://a:5432,b:5432/glean`. `URL` cannot parse these.
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)/;
const PLACEHOLDER = 'hosts';

/** @returns one URL per listed host */
export function listHostUrls(url: string): string[] {
  const [all = '', before = '', hosts = ''] = HOSTS.exec(url) ?? [];
  return hosts.split(',').map((host) => before + host + url.slice(all.length));
}

/** @returns the URL after a change of anything except its hosts */
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

export const readUrlSetting = (url: string, name: string): string | null =>
  new URL(listHostUrls(url)[0] ?? '').searchParams.get(name);

/** Whether only a writable host is acceptable: when several are listed, or `target_session_attrs` is set. */
export const mustTakeWrites = (url: string): boolean =>
  listHostUrls(url).length > 1 || readUrlSetting(url, 'target_session_attrs') !== null;
