// Every text of a screen is in the catalogue, and scripts have the language of their page (docs/decisions/0085-messages.md).
import { materialName, townChoices } from '#lib/contract/exchange/listings/listing-choices.ts';
import { materialNames } from '#lib/contract/exchange/materials/material-names.ts';
import { MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import { PSEUDO } from '#lib/messages/codes.ts';
import { site } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { IN_PAGE } from '#tests/support/browser/screens/english-words.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

declare global {
  /** defined by `IN_PAGE` */
  function englishWords(skipped: string, names: string[]): string[];
}

/** Words that people wrote, and names of members, the team and towns. */
const OWN = [
  '[data-own]',
  '[lang=fil]',
  '[dir=auto]',
  'article header b',
  'li > a > span > b',
  'main header h1',
  'article div h2',
  '#comments li a:not(.entry)',
  ':is(article, dialog) img',
  'dialog textarea',
  '.request b + .soft',
  ':is(article, li, form, header) span[aria-hidden]:first-child',
  '[lang=en]',
  'main :is(b, h2, option)[lang]',
  '#text[lang=en]',
  '.textLayer',
  '[data-row] :is(b, b + span)',
  '[data-cached] li',
  '[data-viewer-name]',
  'li:has(.job) :is(h3, a)',
  'optgroup',
  '.market :is(h2, h3, img)',
  '.listing :is(h1, img, dd a)',
  '.boxed > h2',
  '.boxed > .title',
  '.card > h2',
  '.card > h2 ~ .soft',
  '.where .place',
  '.line:has(a)',
  '.column:has(> .boxed) > h1',
  '.column > .facts dd',
  '[aria-labelledby=messages] li',
  '[dir=auto]',
  'section:has([role=tabpanel]) :is(h1, dd)',
  '.part[aria-labelledby] > h2',
  'nav + h1',
  'li.boxed > a',
  'li > .card > [aria-hidden], li > .card b',
  '#next-pickup + .card b',
  'article.boxed > p',
  'article .row a, article > div > p:not(.soft)',
  'a > .visually-hidden',
  'a[href^="/staff/reports/member/"]',
  '.boxed > .fold > summary',
  'head:has([property="article:published_time"]) meta[name=description]',
  '[aria-labelledby=who-has] li',
  '.column:has([data-guide]) > h1',
  '[data-guide] textarea',
  '[name=language] option',
  '[name=translation_of] option:not(:first-child)',
].join(', ');
const MATERIAL_NAMES = [...MATERIALS.map(materialName), ...MATERIALS.flatMap(materialNames)];
const PROVINCES = townChoices();
const TOWN_NAMES = [
  ...PROVINCES.map(([province]) => province),
  ...PROVINCES.flatMap(([, towns]) => towns.map(({ name }) => name)),
];
// The longest first, as some contain others.
const NAMES = [
  site.contactEmail,
  site.community,
  site.name,
  site.region,
  ...MATERIAL_NAMES,
  ...TOWN_NAMES,
]
  .flatMap((name) => [name, name.replaceAll(' ', '\u00a0')])
  .toSorted((a, b) => b.length - a.length);

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(`no English word remains in what ${who} see @full`, async ({
    page,
    baseURL,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(ERROR_PAGES);
    await page.context().addCookies([{ name: 'lang', value: PSEUDO, url: baseURL ?? '' }]);
    await page.addInitScript({ content: IN_PAGE });
    if (member) await signIn(page, member);
    const english: Record<string, string[]> = {};
    for (const screen of screens) {
      // The page shows the title that a member wrote.
      if (screen.name === 'login from a post') continue;
      await openScreen(page, screen);
      await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
      const found = await page.evaluate(
        (given) => globalThis.englishWords(given.skipped, given.names),
        { skipped: OWN, names: NAMES },
      );
      if (found.length > 0) english[screen.name] = found;
    }
    expect(english).toEqual({});
  });

test.describe('in Filipino', () => {
  test.use({ locale: 'fil-PH' });

  test('the sign-in form is hydrated with the texts it was rendered with, and so are its errors', async ({
    page,
    allowBrowserErrors,
  }) => {
    allowBrowserErrors(/status of 401/);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
    await expect(page.getByRole('heading', { name: 'LOGIN', exact: true })).toBeVisible();
    await page.locator('form [type=submit]').click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Pakilagay ang email mo.');
    await page.getByLabel('Email').fill('tess@glean.example');
    await page.locator('[name=password]').fill('hindi ito');
    await page.locator('form [type=submit]').click();
    await expect(
      page.getByRole('alert').getByText('Mali ang email o password. Subukan ulit.'),
    ).toBeVisible();
    const loaded = scripts.filter((path) => path.startsWith('/_astro/') && path.endsWith('.js'));
    const namesOf = (folder: RegExp) =>
      loaded.filter((path) => folder.test(path)).map((path) => path.split('/').at(-1));
    // There is one copy of each script: a second would have its own state.
    const own = new Set(namesOf(/\/fil\//));
    expect(namesOf(/^\/_astro\/[^/]+$/).filter((name) => own.has(name))).toEqual([]);
    expect(own.size).toBeGreaterThan(5);
  });
});
