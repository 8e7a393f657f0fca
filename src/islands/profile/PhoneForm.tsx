import { TextField } from '#islands/ui/form/TextField.tsx';
import { PHONE_DIGITS } from '#lib/contract/phone-numbers.ts';

import { SettingsForm, type SettingsProps } from './SettingsForm.tsx';

/** Keeps at most 11 digits, and makes 639… into 09… (docs/product.md, Phone numbers). */
const normalizePhone = (typed: string) =>
  typed.replaceAll(/\D/g, '').replace(/^639/, '09').slice(0, PHONE_DIGITS);

/** Changes the member's phone number. */
export function PhoneForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) => (
        <TextField
          label="Contact No."
          hint="11 digits, like 09171234567"
          type="tel"
          name="phone_number"
          inputMode="numeric"
          autoComplete="tel"
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
