import { site } from '#lib/site.ts';

// One file for everyone.
export const prerender = true;

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const shortcut = (name: string, url: string) => ({ name, url });

/** What a browser needs to put the site among the phone's own apps (w3.org/TR/appmanifest). */
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
  // The light theme's ground; each page names its own for both themes.
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
    shortcut('Readable without a connection', '/offline'),
  ],
};

export const GET = (): Response =>
  new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json' },
  });
