import { fillForm } from '#lib/client/forms/fill-form.ts';
import { readForm } from '#lib/client/forms/read-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { savePhone } from '#lib/client/people/profile.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { PhoneInput } from '#lib/contract/people/profile.ts';

import type { Save } from './SettingsForm.tsx';

export const save: Save = async (form, { contact_phone }) => {
  const phone = readForm(form, PhoneInput, PROFILE_MESSAGES);
  const unchanged = PROFILE_MESSAGES.no_changes;
  if (phone.phone_number === contact_phone)
    throw validationError(unchanged, { phone_number: unchanged });
  const saved = await savePhone(phone);
  fillForm(form, { phone_number: saved.contact_phone ?? '' });
  return saved;
};
