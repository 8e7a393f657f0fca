import { type QueryClient, useQueryClient } from '@tanstack/react-query';

import { useForm } from '#lib/client/forms/use-form.ts';
import { errorSentence } from '#lib/client/http/error-sentence.ts';
import { updateCachedProfile } from '#lib/client/profile.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { Profile } from '#lib/contract/profile.ts';

/**
 * Saves a form.
 * @returns the updated account
 */
export type SaveForm = (form: HTMLFormElement, client: QueryClient) => Promise<Profile>;

/** A form of the settings; what it saves is shown everywhere. */
export function useSettingsForm(save: SaveForm) {
  const client = useQueryClient();
  const send = async (form: HTMLFormElement) => {
    updateCachedProfile(client, await save(form, client));
    showToast('AppToast', 'success', SAVED_MESSAGES.profile);
  };
  return useForm({ send, area: 'AppToast', toMessage: errorSentence });
}

/** Writes saved values into a form's fields. */
export function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    // The default too: a saved value is no unsaved input.
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
  }
}
