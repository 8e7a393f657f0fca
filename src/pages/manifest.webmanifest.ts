import type { APIRoute } from 'astro';

import { SHARE_FIELDS } from '#lib/contract/forum/share-target.ts';
import { UPLOAD } from '#lib/contract/images.ts';
import { NEW_POST_PATH, PICKUPS_PATH, SHARE_PATH } from '#lib/contract/paths.ts';
import { currentLanguage, t } from '#lib/messages/t.ts';
import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { site } from '#lib/site.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Written by `scripts/generate/screenshots.ts`. */
const screenshot = (name: string, label: string) => ({
  src: `/screenshots/${name}.webp`,
  sizes: '720x1480',
  type: 'image/webp',
  form_factor: 'narrow',
  label,
});

const shortcut = (name: string, url: string) => ({ name, url });

// Shared photos become the draft of a new post (docs/decisions/0084-shared-photos.md).
const shareTarget = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    title: SHARE_FIELDS.title,
    text: SHARE_FIELDS.text,
    url: SHARE_FIELDS.url,
    files: [{ name: SHARE_FIELDS.photos, accept: UPLOAD.types }],
  },
};

/** Lets browsers install the site as an app (w3.org/TR/appmanifest). */
const manifest = () => ({
  id: '/',
  name: site.community,
  short_name: site.name,
  description: t('site.description', { site: site.name }),
  lang: currentLanguage(),
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // The light theme's background; each page sets its own for both themes.
  theme_color: '#f9f6eb',
  background_color: '#f9f6eb',
  categories: ['business', 'education', 'social'],
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-512', 512, 'maskable'),
  ],
  screenshots: [
    screenshot('exchange', t('manifest.exchange_shot')),
    screenshot('listing', t('manifest.listing_shot')),
  ],
  shortcuts: [
    shortcut(t('nav.exchange'), '/exchange'),
    shortcut(t('pickup.list'), PICKUPS_PATH),
    shortcut(t('manifest.new_post'), NEW_POST_PATH),
    shortcut(t('offline_page.available'), '/offline'),
  ],
  share_target: shareTarget,
});

export const GET: APIRoute = ({ locals }) => {
  cachePage(locals.ctx, { seconds: 3600, tags: [] });
  return new Response(JSON.stringify(manifest()), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};
