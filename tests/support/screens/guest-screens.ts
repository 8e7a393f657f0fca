import type { Screen } from './screen.ts';

const TOKEN = 'x'.repeat(43);

/** What guests see. */
export const guestScreens: Screen[] = [
  { name: 'landing', path: '/' },
  {
    name: 'main menu',
    path: '/',
    open: (page) => page.locator('header [popovertarget=main-nav]').click(),
  },
  { name: 'about', path: '/about' },
  { name: 'accessibility', path: '/accessibility' },
  { name: 'eduhub', path: '/eduhub' },
  { name: 'eduhub found', path: '/eduhub?search=straw' },
  { name: 'eduhub nothing found', path: '/eduhub?search=zzzz' },
  { name: 'guide', path: ['/eduhub', '[data-cards] a'] },
  { name: 'mushroom guide', path: ['/eduhub?search=kabuteng', '[data-cards] a'] },
  {
    name: 'drawing of a guide',
    path: ['/eduhub?search=kabuteng', '[data-cards] a'],
    open: async (page) => {
      await page.locator('[data-image-link]').first().click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'exchange', path: '/exchange' },
  { name: 'exchange nothing found', path: '/exchange?material=whey' },
  { name: 'listing', path: ['/exchange', 'main li a[href^="/exchange/"]'] },
  { name: 'impact', path: '/exchange/impact' },
  { name: 'explore of guests', path: '/forums/explore' },
  { name: 'login', path: '/login' },
  {
    name: 'login error',
    path: '/login',
    open: async (page) => {
      await page.getByRole('button', { name: 'Login' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'login from a post', path: ['/forums/explore', 'article h2 a'] },
  { name: 'forgot password', path: '/forgot-password' },
  { name: 'verification code', path: `/forgot-password/verification/${TOKEN}` },
  { name: 'new password', path: `/forgot-password/change-password/${TOKEN}` },
  { name: 'password changed', path: '/forgot-password/success' },
  { name: 'join', path: '/join' },
  { name: 'join sent', path: '/join/sent?next=email' },
  { name: 'join, invalid invitation', path: `/join/${'x'.repeat(22)}` },
  { name: 'join, invalid confirmation', path: `/join/confirm/${TOKEN}` },
  { name: 'email change, invalid', path: `/email-change/${TOKEN}` },
  { name: 'email changed', path: '/email-change/done' },
  { name: 'moderation', path: '/moderation' },
  { name: 'data privacy', path: '/legal-agreements/data-privacy' },
  { name: 'licensing terms', path: '/legal-agreements/licensing-terms' },
  { name: 'terms', path: '/legal-agreements/terms-and-conditions' },
  { name: 'thank you', path: '/thank-you' },
  { name: 'goodbye', path: '/goodbye' },
  { name: 'offline', path: '/offline' },
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'not found', path: '/nothing' },
];
