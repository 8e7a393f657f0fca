import { Failure } from '#islands/ui/Failure.tsx';
import { SubmitButton } from '#islands/ui/SubmitButton.tsx';
import { readForm } from '#lib/client/read-form.ts';
import { findAccount, readRecovery } from '#lib/client/recovery.ts';
import { useForm } from '#lib/client/use-form.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { FindAccount } from '#lib/contract/recovery.ts';

import { EmailField } from './EmailField.tsx';
import { goTo } from './go-on.ts';

import styles from './AuthForm.module.css';

async function search(form: HTMLFormElement) {
  goTo.code(await findAccount(readForm(form, FindAccount)));
  return 'leaving' as const;
}

/** Where a recovery begins (spec 2): a code goes to the address that is found. */
export default function FindAccountForm() {
  const { failure, form, ...state } = useForm({ send: search, area: 'LoginToast' });
  const earlier = useHydrated() ? readRecovery() : null;
  return (
    <form className={styles.form} method="post" action="/forgot-password" {...form}>
      <Failure message={failure ? failure.message : earlier?.ended} />
      <EmailField known={earlier?.email} error={failure?.fields['email']} />
      <SubmitButton {...state} says="Search" meanwhile="Searching…" />
      <a className={styles.aside} href="/login">
        Back to Log In
      </a>
    </form>
  );
}
