import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

const FIELD = /<(?:input|textarea|TextArea|TextField|Field)\b(?:[^<>]|=>)*>/g;
const sources = await Array.fromAsync(glob('src/**/*.{astro,tsx}'));

/** @returns the matching parts of all pages, with their file */
async function findAll(pattern: RegExp): Promise<{ file: string; text: string }[]> {
  const found = sources.map(async (file) => {
    const matches = (await readFile(file, 'utf8')).matchAll(pattern);
    return Array.from(matches, ([text]) => ({ file, text }));
  });
  return (await Promise.all(found)).flat();
}

test('only the field of a search cuts a pasted text silently', async () => {
  const fields = await findAll(FIELD);
  const cutting = fields.filter(
    ({ file, text }) => /maxlength/i.test(text) && !/search/i.test(file + text),
  );
  expect(cutting).toEqual([]);
  expect(fields.length).toBeGreaterThan(150);
});

/** Forms outside of the kit, which stores typed text, and why they lose nothing. */
const OTHER_FORMS: Record<string, string> = {
  'src/islands/auth/CodeForm.tsx': 'a code',
  'src/islands/auth/FindAccountForm.tsx': 'an email, which the browser fills in',
  'src/islands/auth/LoginForm.tsx': 'an email and a password',
  'src/islands/auth/NewPasswordForm.tsx': 'a password',
  'src/islands/forum/comments/CommentForm.tsx': 'a draft of its own',
  'src/islands/forum/posts/ListingStatus.tsx': 'a number',
  'src/islands/forum/posts/create/PostForm.tsx': 'a draft of its own',
  'src/islands/forum/posts/next/NextQuestions.tsx': 'a day',
  'src/islands/forum/posts/update/UpdatePost.tsx': 'a draft of its own',
  'src/islands/forum/reports/ReportPost.tsx': 'a draft of its own',
  'src/islands/forum/search/SearchBox.tsx': 'a search',
  'src/islands/legal/PdfViewer.tsx': 'a password',
  'src/islands/profile/SettingsForm.tsx': 'what the account has, and a password',
  'src/layouts/shell/AccountMenu.astro': 'no field',
  'src/layouts/shell/LanguageSwitch.astro': 'no field',
  'src/pages/login.astro': 'the words of a form, which it sends',
  'src/pages/profile/saved.astro': 'no field',
  'src/pages/stop-emails/[token].astro': 'no field',
};
const KIT = 'src/layouts/forms/PageForm.astro';

test('every form is one of the kit, which stores typed text, has its text in the address, or has a reason', async () => {
  const forms = await findAll(/<form\b(?:[^<>]|=>)*>/g);
  const others = forms.filter(({ text }) => !/method="get"/.test(text)).map(({ file }) => file);
  expect([...new Set(others)].toSorted()).toEqual([KIT, ...Object.keys(OTHER_FORMS)].toSorted());
});

test('browsers restore every field of a plain form after Back, even without scripts', async () => {
  const left = (await findAll(FIELD)).filter(
    ({ file, text }) =>
      file.endsWith('.astro') &&
      /autocomplete="off"/.test(text) &&
      !/readonly|search/i.test(file + text),
  );
  expect(left).toEqual([]);
});
