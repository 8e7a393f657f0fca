import { FormError } from '#islands/ui/form/FormError.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { useForm } from '#lib/client/forms/use-form.ts';
import { readPendingReset, verifyCode } from '#lib/client/people/password-reset.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import { PASSWORD_RESET_MESSAGES } from '#lib/contract/messages/auth.ts';
import { RESET_CODE, CodeEntry } from '#lib/contract/people/password-reset.ts';

import { ResendCode } from './ResendCode.tsx';
import { goTo, runResetStep } from './reset-navigation.ts';
import { useTokenCheck } from './use-token-check.ts';

import styles from './AuthForm.module.css';

const enter = (form: HTMLFormElement) =>
  runResetStep(async () => {
    const entry = readForm(form, CodeEntry, PASSWORD_RESET_MESSAGES);
    await verifyCode(entry);
    goTo.password(entry.token_id);
  });

/** Where the emailed code is entered. */
export default function CodeForm({ token }: { token: string }) {
  const { failure, form, ...state } = useForm({ send: enter, area: 'LoginToast' });
  useTokenCheck(token, state.isPending);
  const email = useHydrated() ? readPendingReset()?.email : undefined;
  return (
    <form className={styles.form} method="post" {...form}>
      <input type="hidden" name="token_id" value={token} />
      <div className={styles.code}>
        <TextField
          label="Code"
          hint={`${RESET_CODE.digits} digits, ${email ? `sent to ${email}` : 'from the email we sent you'}`}
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          error={failure?.fields['otp']}
        />
      </div>
      <SubmitButton {...state} label="Continue" pendingLabel="Checking your code...." />
      <FormError message={failure?.message} isToasted={failure?.isToasted} />
      <ResendCode />
    </form>
  );
}
