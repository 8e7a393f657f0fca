import type { Page } from '@playwright/test';

import type { Screen } from './screen.ts';

const TOKEN = 'x'.repeat(43);

/** Fakes a valid token, because rate limits would soon end real password resets. */
const acceptToken = (page: Page) =>
  page.route('**/check-forgot-token', (route) => route.fulfill({ json: { data: null } }));

export const guestScreens: Screen[] = [
  { name: 'landing', path: '/' },
  {
    name: 'main menu',
    path: '/',
    open: async (page) => {
      const menu = page.locator('header [popovertarget=main-nav]');
      // On wide screens the links are in the header.
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: 'about', path: '/about' },
  { name: 'languages', path: '/languages' },
  { name: 'help', path: '/help' },
  { name: 'answer', path: '/help/request' },
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
      // Before its script has run, it is a link to the image file.
      await page.locator('[data-image-link][aria-haspopup]').first().click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  { name: 'exchange', path: '/exchange' },
  { name: 'exchange nothing found', path: '/exchange?material=whey' },
  { name: 'listing', path: ['/exchange', '.market a'] },
  { name: 'impact', path: '/exchange/impact' },
  { name: 'exchange map', path: '/exchange/map' },
  { name: 'weeks ahead', path: '/season' },
  { name: 'machines', path: '/machines' },
  { name: 'machines, none found', path: '/machines?machine=dryer' },
  { name: 'weeks ahead, nothing known', path: '/season?material=sweet-potato-vines' },
  { name: 'explore of guests', path: '/forums/explore' },
  { name: 'login', path: '/login' },
  {
    name: 'login error',
    path: '/login',
    open: async (page) => {
      await page.locator('form [type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'login with a phone number', path: '/login/phone' },
  { name: 'code of staff', path: '/login/code' },
  { name: 'code of staff used', path: '/login/code?done=chosen' },
  { name: 'login from a post', path: ['/forums/explore', 'article h2 a'] },
  { name: 'forgot password', path: '/forgot-password' },
  {
    name: 'verification code',
    path: `/forgot-password/verification/${TOKEN}`,
    before: acceptToken,
  },
  {
    name: 'new password',
    path: `/forgot-password/change-password/${TOKEN}`,
    before: acceptToken,
  },
  { name: 'password changed', path: '/forgot-password/success' },
  { name: 'join', path: '/join' },
  { name: 'join sent', path: '/join/sent?next=email' },
  { name: 'join, invalid invitation', path: `/join/${'x'.repeat(22)}` },
  { name: 'join, invalid confirmation', path: `/join/confirm/${TOKEN}` },
  { name: 'join, invalid password link', path: `/join/password/${TOKEN}` },
  { name: 'email change, invalid', path: `/email-change/${TOKEN}` },
  { name: 'email changed', path: '/email-change/done' },
  { name: 'moderation', path: '/moderation' },
  { name: 'data privacy', path: '/legal-agreements/data-privacy' },
  { name: 'licensing terms', path: '/legal-agreements/licensing-terms' },
  { name: 'terms', path: '/legal-agreements/terms-and-conditions' },
  { name: 'thank you', path: '/thank-you' },
  { name: 'goodbye', path: '/goodbye' },
  { name: 'share', path: '/share' },
  { name: 'offline', path: '/offline' },
  { name: 'unauthorized', path: '/unauthorized' },
  { name: 'not found', path: '/nothing' },
];
