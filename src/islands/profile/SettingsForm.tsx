import type { ReactNode } from 'react';

import { FormError } from '#islands/ui/form/FormError.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { useForm } from '#lib/client/forms/use-form.ts';
import { errorSentence } from '#lib/client/http/error-sentence.ts';
import { updateCachedProfile } from '#lib/client/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { Profile } from '#lib/contract/profile.ts';

import styles from './Settings.module.css';

interface Props {
  /** sends the form; returns the updated account */
  save: (form: HTMLFormElement) => Promise<Profile>;
  /** the fields, given their errors */
  children: (errors: Record<string, string>) => ReactNode;
}

/** A form of the settings; what it saves is shown everywhere. */
export function SettingsForm({ save, children }: Props) {
  const send = async (form: HTMLFormElement) => {
    updateCachedProfile(queryClient(), await save(form));
    showToast('AppToast', 'success', SAVED_MESSAGES.profile);
  };
  const options = { send, area: 'AppToast', toMessage: errorSentence } as const;
  const { failure, form, ...state } = useForm(options);
  return (
    <form className={styles.form} method="post" {...form}>
      <FormError {...failure} />
      {children(failure?.fields ?? {})}
      <SubmitButton {...state} label="Save" pendingLabel="Saving…" />
    </form>
  );
}

/** Writes saved values into a form's fields. */
export function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    // The default too: a saved value is no unsaved input.
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
  }
}
