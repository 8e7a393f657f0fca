import { type QueryClient, useQueryClient } from '@tanstack/react-query';

import { useForm } from '#lib/client/forms/use-form.ts';
import { errorSentence } from '#lib/client/http/error-message.ts';
import { updateCachedProfile } from '#lib/client/profile.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { Profile } from '#lib/contract/profile.ts';

/** Saves what stands in a form. @returns the account as it is now */
export type SaveForm = (form: HTMLFormElement, client: QueryClient) => Promise<Profile>;

/** A form of the settings: what it saved shows everywhere at once, and is said (spec 8). */
export function useSettingsForm(save: SaveForm) {
  const client = useQueryClient();
  const send = async (form: HTMLFormElement) => {
    updateCachedProfile(client, await save(form, client));
    showToast('AppToast', 'success', SAVED_MESSAGES.profile);
  };
  return useForm({ send, area: 'AppToast', toMessage: errorSentence });
}

/** Writes what was saved into a form's fields. */
export function fillForm(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    // As its default, too: what stands there is saved, and nothing half written.
    if (field instanceof HTMLInputElement) field.value = field.defaultValue = value;
  }
}
