import mark from '#layouts/shell/mark.svg?raw';

export const prerender = true;

export const GET = (): Response =>
  new Response(mark, { headers: { 'content-type': 'image/svg+xml' } });
