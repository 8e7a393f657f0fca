import { FormError } from '#islands/ui/form/FormError.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { useForm } from '#lib/client/forms/use-form.ts';
import { requestReset, readPendingReset } from '#lib/client/people/password-reset.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { PASSWORD_RESET_MESSAGES, SIGN_IN_MESSAGES } from '#lib/contract/messages/auth.ts';
import { ResetRequest } from '#lib/contract/people/sign-in/password-reset.ts';
import { t } from '#lib/messages/t.ts';

import { EmailField } from './EmailField.tsx';
import { goTo } from './reset-navigation.ts';

import styles from './AuthForm.module.css';

async function search(form: HTMLFormElement) {
  goTo.code(await requestReset(readForm(form, ResetRequest, SIGN_IN_MESSAGES)));
  return 'navigating' as const;
}

/** The first step of a password reset. */
export default function FindAccountForm() {
  const { failure, form, ...state } = useForm({ send: search, area: 'LoginToast' });
  const earlier = useHydrated() ? readPendingReset() : null;
  const expired = earlier?.isExpired ? PASSWORD_RESET_MESSAGES.reset_expired : undefined;
  return (
    <form className={styles.form} method="post" action="/forgot-password" {...form}>
      <FormError message={failure ? undefined : expired} />
      <EmailField initialValue={earlier?.email} error={failure?.fields['email']} />
      <SubmitButton {...state} label={t('auth.search')} pendingLabel={t('auth.searching')} />
      <FormError message={failure?.message} isToasted={failure?.isToasted} />
      <a className={`link ${styles.aside}`} href="/login">
        {t('auth.back_to_login')}
      </a>
    </form>
  );
}
