import { TextField } from '#islands/ui/form/TextField.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { savePhone } from '#lib/client/profile.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { PHONE_DIGITS, PhoneInput, type Profile } from '#lib/contract/profile.ts';

import { fillForm, SettingsForm } from './SettingsForm.tsx';

/** Keeps at most 11 digits, and makes 639… into 09… (docs/product.md, Phone numbers). */
const normalizePhone = (typed: string) =>
  typed.replaceAll(/\D/g, '').replace(/^639/, '09').slice(0, PHONE_DIGITS);

const savePhoneForm =
  ({ contact_phone }: Profile) =>
  async (form: HTMLFormElement) => {
    const phone = readForm(form, PhoneInput, PROFILE_MESSAGES);
    const unchanged = PROFILE_MESSAGES.no_changes;
    if (phone.phone_number === contact_phone)
      throw validationError(unchanged, { phone_number: unchanged });
    const saved = await savePhone(phone);
    fillForm(form, { phone_number: saved.contact_phone ?? '' });
    return saved;
  };

/** Changes the member's phone number. */
export function PhoneForm({ profile }: { profile: Profile }) {
  return (
    <SettingsForm save={savePhoneForm(profile)}>
      {(errors) => (
        <TextField
          label="Contact No."
          hint="11 digits, like 09171234567"
          type="tel"
          name="phone_number"
          inputMode="numeric"
          autoComplete="tel-national"
          defaultValue={profile.contact_phone ?? ''}
          required
          error={errors['phone_number']}
          onInput={({ currentTarget }) => {
            const digits = normalizePhone(currentTarget.value);
            if (digits !== currentTarget.value) currentTarget.value = digits;
          }}
        />
      )}
    </SettingsForm>
  );
}
