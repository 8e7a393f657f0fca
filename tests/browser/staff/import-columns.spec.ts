// Imports lists of people as co-ops have them: columns with unknown titles, and files of Excel.
import type { Page } from '@playwright/test';

import { tabTo } from '#tests/support/browser/keyboard.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  button,
  makeStaff,
  pressByKeyboard,
  typeByKeyboard,
} from '#tests/support/browser/publishing-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(async ({ page, origin, maria, onDatabase }) => {
  await onDatabase((db) => makeStaff(db, maria));
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/staff/members/import`);
});

const people = (page: Page) =>
  page.getByRole('group').filter({ hasText: 'can come in' }).getByRole('listitem');

test('a column with an unknown title is shown with its first values, and staff choose its content', async ({
  page,
  onDatabase,
  axe,
}) => {
  const list = [
    'Name;Role;Address;Mobile No.;Remarks',
    'Lito Bautista;farmer;Guimba;09171234003;pays late',
    'Nena Cruz;farmer;Talavera;09171234004;',
  ];
  await page.getByLabel('Paste the rows').fill(list.join('\n'));
  await pressByKeyboard(page, button(page, 'Check the list'));
  const status = page.getByRole('status').filter({ hasText: '2 can come in' });
  await expect(status).toBeFocused();
  await expect(button(page, 'Bring in 2 people')).toHaveCount(0);
  await pressByKeyboard(page, status.getByRole('link', { name: 'What do these columns have?' }));
  const columns = page.getByRole('group', { name: 'What do these columns have?' });
  await expect(page).toHaveURL(/#columns$/);
  await expect(columns).toBeInViewport();
  const [address, remarks] = ['C: Address', 'E: Remarks'].map((title) =>
    columns.getByLabel(`Column ${title}`),
  ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>];
  await expect(address).toHaveAccessibleDescription('Guimba · Talavera');
  await expect(remarks).toHaveAccessibleDescription('pays late');
  await axe();
  await tabTo(page, address);
  await page.keyboard.type('Town');
  await tabTo(page, remarks);
  await page.keyboard.type('I don’t');
  await pressByKeyboard(page, button(page, 'Check again'));
  await expect(status).toBeFocused();
  await expect(status.getByRole('link')).toHaveCount(0);
  await expect(address).toHaveValue('town');
  await page.getByText('2 can come in', { exact: true }).click();
  await expect(people(page)).toContainText([/Guimba/, /Talavera/]);
  await axe();
  await tabTo(page, page.getByLabel('They have all agreed on paper'));
  await page.keyboard.press('Space');
  await typeByKeyboard(page, page.getByLabel('Where the papers lie'), 'Blue folder');
  await pressByKeyboard(page, button(page, 'Bring in 2 people'));
  await expect(page.getByText('2 people came in.')).toBeVisible();
  const towns = await onDatabase((db) =>
    db
      .selectFrom('members')
      .where('first_name', 'in', ['Lito', 'Nena'])
      .orderBy('first_name')
      .select('town')
      .execute(),
  );
  expect(towns).toEqual([{ town: '0304911000' }, { town: expect.stringMatching(/^03049/) }]);
});

/** A file of Excel for Mac: ñ and Ñ have their own bytes, and rows end with CR. */
const OF_A_MAC = Buffer.from(
  'Name,Role,Town,Phone\rNi\u0096o Pe\u0096a,farmer,Guimba,09171234003\rPE\u0084A Cruz,farmer,Guimba,09171234004\r',
  'latin1',
);

const FILES: [string, Buffer, RegExp[]][] = [
  [
    'a town with brackets in its title',
    Buffer.from(
      'Name,Role,Town (City/Municipality),Mobile No.\nLito Bautista,farmer,Guimba,09171234003\n',
    ),
    [/Lito · Bautista.*Guimba · 09171234003/],
  ],
  ['Excel for Mac', OF_A_MAC, [/Niño · Peña/, /PEÑA · Cruz/]],
  [
    'a name of the list above the titles',
    Buffer.from(
      [
        'Bagong Ani Cooperative - Masterlist 2026,,,,',
        'No.,Town,Name,Phone,Role',
        '1,Guimba,Lito Bautista,09171234001,farmer',
        '2,Guimba,Nena Cruz,09171234002,farmer\n',
      ].join('\n'),
    ),
    [/Lito · Bautista.*Guimba · 09171234001/, /Nena · Cruz.*Guimba · 09171234002/],
  ],
  [
    'sep= above the titles',
    Buffer.from('sep=;\r\nTown;Name;Phone;Role\r\nGuimba;Lito Bautista;09171234001;farmer\r\n'),
    [/Lito · Bautista.*Guimba · 09171234001/],
  ],
];

test('files are read in the formats that co-ops save', async ({ page }) => {
  for (const [name, buffer, expected] of FILES)
    await test.step(name, async () => {
      await page.goto(page.url());
      const file = { name: 'list.csv', mimeType: 'text/csv', buffer };
      await page.getByLabel('Or a file').setInputFiles(file);
      await page.getByRole('button', { name: /^Check/ }).click();
      const right = page.getByText(/^\d can come in$/);
      await right.click();
      await expect(people(page)).toHaveText(expected);
    });
});
