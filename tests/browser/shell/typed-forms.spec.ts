// Text typed into any plain form of any screen survives a reload, except passwords, codes and files.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

// The test opens many pages.
const LONG_MS = 600_000;
const SECRET = 'Secret-of-7-Cows';

interface TypedField {
  /** the key of the form in its page */
  form: string;
  name: string;
  state: string;
}

interface Typed {
  fields: TypedField[];
  /** texts that must be stored, also names of forms */
  texts: string[];
  /** forms with fields, and without another form that continues them */
  forms: string[];
}

/** Types another text into each field of each form, except for guides, which have their own drafts and test. */
function typeEverywhere(secret: string): Typed {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const typed: Typed = { fields: [], texts: [], forms: [] };
  const change = (field: Field, nth: number): boolean => {
    if (field instanceof HTMLSelectElement) {
      const last = field.options.length - 1;
      field.selectedIndex = field.selectedIndex === last ? 0 : last;
      return last > 0;
    }
    if (field.type === 'checkbox' || field.type === 'radio') {
      field.click();
      return true;
    }
    const numbers: Record<string, string> = { number: '3', date: '2030-01-01', time: '07:30' };
    field.value = numbers[field.type] ?? `typed ${nth}@farm.example`;
    if (!numbers[field.type]) typed.texts.push(field.value);
    return true;
  };
  const forms = document.querySelectorAll<HTMLFormElement>(
    '[data-page-form]:not([data-own-draft])',
  );
  const stateOf = (form: HTMLFormElement) =>
    [...form.elements].map((each) => [(each as Field).value, each.matches(':checked')]).join();
  for (const form of forms) {
    let count = 0;
    const before = stateOf(form);
    for (const [nth, element] of [...form.elements].entries()) {
      const field = element as Field;
      if (!field.matches('textarea, select, input:not([type=hidden], [type=file])')) continue;
      if (field.matches('[type=password], [autocomplete=one-time-code]')) field.value = secret;
      else if (change(field, nth)) count += 1;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    // Choices are stored under its name.
    if (stateOf(form) !== before) typed.texts.push(` ${form.dataset['pageForm']}"`);
    const name = `${form.getAttribute('action')} ${form.dataset['pageForm']}`;
    if (count > 0 && !('goesOn' in form.dataset)) typed.forms.push(name);
  }
  return typed;
}

/** @returns the values of the fields that are stored */
function readEverywhere(): TypedField[] {
  const forms = document.querySelectorAll<HTMLFormElement>(
    '[data-page-form]:not([data-own-draft])',
  );
  return [...forms].flatMap((form) =>
    [...form.elements].flatMap((element) => {
      const field = element as HTMLInputElement;
      const isStored = field.matches(
        'textarea, select, input:not([type=hidden], [type=file], [type=password], [autocomplete=one-time-code])',
      );
      if (!isStored) return [];
      const isToggle = field.type === 'checkbox' || field.type === 'radio';
      const state = isToggle ? String(field.checked) : field.value;
      return { form: form.dataset['pageForm'] ?? '', name: field.name, state };
    }),
  );
}

/** @returns everything that the browser has stored about forms */
const stored = async (page: Page): Promise<string> =>
  (await storedRecords(page, 'drafts')) +
  (await page.evaluate(() => JSON.stringify(sessionStorage)));

// The forum's forms are dialogs with their own drafts.
const { 'a member in the forum': _, ...groups } = SCREENS;

for (const [who, { member, screens }] of Object.entries(groups))
  test(
    `text that ${who} type into a form survives a reload`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(LONG_MS);
      allowBrowserErrors(ERROR_PAGES);
      if (member) await signIn(page, member);
      let forms = 0;
      for (const screen of screens.filter(({ open }) => !open)) {
        await openScreen(page, screen);
        const typed = await page.evaluate(typeEverywhere, SECRET);
        if (typed.forms.length === 0) continue;
        expect(typed.forms, `${screen.name}: forms by one name`).toEqual([...new Set(typed.forms)]);
        const before = await page.evaluate(readEverywhere);
        await expect
          .poll(async () => {
            const all = await stored(page);
            return typed.texts.filter((text) => !all.includes(text));
          }, screen.name)
          .toEqual([]);
        expect(await stored(page)).not.toContain(SECRET);
        await page.reload();
        await expect.poll(() => page.evaluate(readEverywhere), screen.name).toEqual(before);
        forms += typed.forms.length;
      }
      expect(forms).toBeGreaterThan(1);
    },
  );
