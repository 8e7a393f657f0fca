import { updateMember } from '#lib/server/people/members/queries.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.use({
  viewport: { width: 360, height: 740 },
  settings: {
    SMS_URL: 'http://sms:password@127.0.0.1:9',
    SMS_WEBHOOK_SECRET: 'a long signing key',
  },
});

test(
  'where the site sends SMS, a member turns them off and on',
  { tag: '@full' },
  async ({ page, origin, axe, maria, onDatabase }) => {
    await onDatabase((db) => updateMember(db, maria.id, { contact_phone: '09171234567' }));
    await signIn(page, 'maria', origin);
    const path = `${origin}/profile/notifications`;
    await page.goto(path);
    await page.getByText('Choose one by one').click();
    const box = page.getByRole('checkbox', { name: 'Pickups by SMS' });
    await expect(box).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /by SMS$/ })).toHaveCount(1);
    await expect(page.getByText('At most 3 a day')).toBeVisible();
    await expect(page.getByText('09171234567 is not confirmed yet')).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBe(0);
    await axe();
    for (const isOn of [false, true]) {
      await box.setChecked(isOn);
      await page
        .locator('details[open]')
        .getByRole('button', { name: 'Save', exact: true })
        .click();
      await expect(page.getByRole('status')).toHaveText('Saved.');
      // A reload would still show the confirmation, before the next save.
      await page.goto(path);
      await page.getByText('Choose one by one').click();
      await expect(box).toBeChecked({ checked: isOn });
    }
  },
);

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled });

    test('a member chooses in three lines, and one choice by one is not overwritten', async ({
      page,
      origin,
      maria,
      onDatabase,
    }) => {
      await onDatabase((db) => updateMember(db, maria.id, { contact_phone: '09171234567' }));
      await signIn(page, 'maria', origin);
      const path = `${origin}/profile/notifications`;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Phones and browsers',
        'What reaches you, and how',
      ]);
      const line = (name: string) => page.getByRole('group', { name, exact: true });
      const near = line('What is near me');
      await near.getByRole('checkbox', { name: 'Email' }).uncheck();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('status')).toHaveText('Saved.');
      await page.goto(path);
      await expect(near.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
      await expect(near.getByRole('checkbox', { name: 'Phone' })).toBeChecked();

      await page.getByText('Choose one by one').click();
      await page.getByRole('checkbox', { name: 'Your alerts on your phone' }).uncheck();
      await page
        .locator('details[open]')
        .getByRole('button', { name: 'Save', exact: true })
        .click();
      await expect(page.getByRole('status')).toHaveText('Saved.');
      await page.goto(path);
      const phone = near.getByRole('combobox', { name: 'Phone' });
      for (const choice of ['Chosen one by one', 'On'] as const) {
        await expect(phone.locator('option:checked')).toHaveText('Chosen one by one');
        await phone.selectOption(choice);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByRole('status')).toHaveText('Saved.');
        await page.goto(path);
      }
      await expect(near.getByRole('checkbox', { name: 'Phone' })).toBeChecked();
    });
  });
