// Appointments are shown on the pages that members look at.

import { regionDay } from '#lib/site.ts';
import { addPickup, call, PLACE, TITLE } from '#tests/support/browser/appointments.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('a new request is shown once, on Explore @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'requested', daysAhead: 3 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  const request = page.getByRole('link', { name: 'Jun Reyes asks for 30 bundles' });
  await expect(request).toHaveAttribute('href', path);
  await axe();
});

test('the profile shows the next pickup in short, above one list of settings @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 2 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/profile`);
  const next = page.getByRole('region', { name: 'Your next pickup' });
  await expect(next.getByRole('link', { name: TITLE })).toHaveAttribute('href', path);
  const pickups = page.getByRole('region', { name: 'Yours' }).getByRole('link').first();
  await expect(pickups).toHaveAttribute('href', '/exchange/pickups');
  const parts = await page.locator('#next-pickup, #yours, #settings').evaluateAll((all) =>
    all.map((each) => {
      const { left, top } = each.getBoundingClientRect();
      // Desktops show two columns.
      return { id: each.id, column: Math.floor(left / 300), top };
    }),
  );
  const ids = parts.toSorted((a, b) => a.column - b.column || a.top - b.top).map(({ id }) => id);
  expect(ids).toEqual(['next-pickup', 'yours', 'settings']);
  const settings = page.locator('.settings');
  await expect(settings.locator('summary')).toHaveText([
    'Profile',
    'Contact No.',
    'Change Password',
    'Settings',
    'Advanced',
  ]);
  await axe();
});

test('Explore starts with a pickup on its day, and never asks how it went before @full', async ({
  page,
  origin,
  maria,
  onDatabase,
  axe,
}) => {
  const { id, path } = await onDatabase((db) =>
    addPickup(db, maria, { status: 'agreed', daysAhead: 1 }),
  );
  await signIn(page, 'maria', origin);
  await page.goto(`${origin}/forums/explore`);
  await expect(page.getByText(PLACE)).toHaveCount(0);
  await page.goto(origin + path);
  await expect(page.getByRole('article').getByText('Tomorrow')).toBeVisible();
  await expect(call(page)).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Text', exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Did it go well?' })).toHaveCount(0);
  const changed = page.getByText(/^Last changed/);
  const before = await changed.innerText();
  // A pickup that is still to come must not be reported as a change.
  await onDatabase((db) =>
    db.updateTable('appointments').set({ updated_at: 0 }).where('id', '=', id).execute(),
  );
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText('You said you’re coming.')).toBeVisible();
  await expect(changed).not.toHaveText(before);
  await axe();

  const today = regionDay(Date.now());
  await onDatabase((db) =>
    db.updateTable('appointments').set({ day: today }).where('id', '=', id).execute(),
  );
  await page.goto(`${origin}/forums/explore`);
  const due = page.getByRole('region', { name: 'Today’s pickups' });
  await expect(due.getByText(PLACE)).toBeInViewport();
  await expect(call(page)).toBeInViewport();
  await axe();
  await due.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { name: 'Did it go well?' })).toBeVisible();
});
