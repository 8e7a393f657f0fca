import type { ReactNode } from 'react';

import { FormError } from '#islands/ui/form/FormError.tsx';
import { SubmitButton } from '#islands/ui/form/SubmitButton.tsx';
import { useForm } from '#lib/client/forms/use-form.ts';
import {
  errorSentence,
  fieldSentences,
  offlineError,
  validationError,
} from '#lib/client/http/api-error.ts';
import { offerReload, OUTDATED_MESSAGE } from '#lib/client/page/offer-reload.ts';
import { updateCachedProfile } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { Profile } from '#lib/contract/people/profile.ts';
import { t } from '#lib/messages/t.ts';

import styles from './Settings.module.css';

/**
 * Loads the code that sends a form.
 * @throws ApiError when it cannot be loaded; an outdated page also offers to reload
 */
async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await offerReload()) throw validationError(OUTDATED_MESSAGE);
    throw offlineError(error);
  }
}

/** Reads and sends a form. @returns the updated account */
export type Save = (form: HTMLFormElement, current: Profile) => Promise<Profile>;

export interface SettingsProps {
  profile: Profile;
  /** loads the code that validates and sends the form; few visitors need it */
  load: () => Promise<Save>;
}

interface Props extends SettingsProps {
  /** renders the fields with their errors */
  children: (errors: Record<string, string>) => ReactNode;
}

/** A form of the settings. A saved change appears everywhere on the page. */
export function SettingsForm({ profile, load, children }: Props) {
  const send = async (form: HTMLFormElement) => {
    const save = await loadCode(load);
    updateCachedProfile(queryClient(), await save(form, profile));
    showToast('AppToast', 'success', SAVED_MESSAGES.profile);
  };
  const { failure, form, ...state } = useForm({
    send,
    toMessage: errorSentence,
    toFields: fieldSentences,
  });
  return (
    <form className={styles.form} method="post" {...form}>
      <FormError {...failure} />
      {children(failure?.fields ?? {})}
      <SubmitButton {...state} label={t('form.save')} pendingLabel={t('form.saving')} />
    </form>
  );
}
