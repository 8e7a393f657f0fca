import { site } from '#lib/site.ts';

export const prerender = true;

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: string) => ({ name, url });

/** Lets browsers install the site as an app (w3.org/TR/appmanifest). */
const manifest = {
  id: '/',
  name: site.community,
  short_name: site.name,
  description: site.description,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // The background of the light theme; each page has its own for both themes.
  theme_color: '#f9f6eb',
  background_color: '#f9f6eb',
  categories: ['business', 'education', 'social'],
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-512', 512, 'maskable'),
  ],
  shortcuts: [
    shortcut('Forums', '/forums/explore'),
    shortcut('EduHub', '/eduhub'),
    shortcut('Available offline', '/offline'),
  ],
};

export const GET = (): Response =>
  new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
