import { timeZone } from '#lib/site.ts';

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
});
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone });

/** Formats when a page was rendered, e.g. `14:05`, or `21 November, 14:05` on another day. */
export function formatPageTime(renderedAt: number, now: number): string {
  const [time, day] = [TIME.format(renderedAt), DAY.format(renderedAt)];
  return day === DAY.format(now) ? time : `${day}, ${time}`;
}

// The link that skips to the content stays the first.
const HEADER_TAG = '<header';

/** Puts a line on top of a stored page: that there is no connection, and how old the page is. */
export async function addOfflineNotice(page: Response): Promise<Response> {
  const html = await page.text();
  const time = formatPageTime(Date.parse(page.headers.get('date') ?? ''), Date.now());
  const cause = navigator.onLine ? 'server' : 'connection';
  const state = cause === 'server' ? 'We can’t reach the site.' : 'You’re offline.';
  const text = `${state} You’re seeing this page as of ${time}.`;
  // The empty URL is the page's own.
  const retry = '<a href="" data-astro-reload>Try again</a>';
  const notice = `<p class="offline-notice" role="status" data-offline-notice="${cause}">${text} ${retry}</p>`;
  return new Response(
    html.replace(HEADER_TAG, () => notice + HEADER_TAG),
    {
      headers: page.headers,
    },
  );
}
