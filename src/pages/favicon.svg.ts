import mark from '#layouts/mark.svg?raw';

export const prerender = true;

/** The site's mark, as browsers show it beside a page's title. */
export const GET = (): Response =>
  new Response(mark, { headers: { 'content-type': 'image/svg+xml' } });
