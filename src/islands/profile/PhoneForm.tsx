import { useRef, useState } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { PHONE_DIGITS, toLocalNumber } from '#lib/contract/phone-numbers.ts';

import { SettingsForm, type SettingsProps } from './SettingsForm.tsx';

const toDigits = (typed: string) => toLocalNumber(typed).replaceAll(/\D/g, '');

/** Replaces what an input shows; the cursor stays before the same digits. */
function show(input: HTMLInputElement, digits: string): void {
  if (digits === input.value) return;
  const after = input.value.slice(input.selectionEnd ?? input.value.length).replaceAll(/\D/g, '');
  input.value = digits;
  const cursor = Math.max(digits.length - after.length, 0);
  input.setSelectionRange(cursor, cursor);
}

interface PhoneFieldProps {
  defaultValue: string;
  error: string | undefined;
}

/**
 * Digits only, 11 at most, however they are typed or pasted (docs/product.md, "Phone numbers"). What would be too many is
 * not taken, and the others stay. A pasted number that is too long gets an error.
 */
function PhoneField({ defaultValue, error }: PhoneFieldProps) {
  const taken = useRef(defaultValue);
  const [isRejected, setIsRejected] = useState(false);
  const take = (input: HTMLInputElement) => {
    const digits = toDigits(input.value);
    const before = toDigits(taken.current);
    const isTooLong = digits.length > PHONE_DIGITS && digits.length > before.length;
    if (!isTooLong) taken.current = digits;
    setIsRejected(isTooLong && digits.length > before.length + 1);
    show(input, isTooLong ? before : digits);
  };
  return (
    <TextField
      label="Contact No."
      hint="11 digits, like 09171234567"
      type="tel"
      name="phone_number"
      inputMode="numeric"
      autoComplete="tel"
      defaultValue={defaultValue}
      required
      error={isRejected ? PROFILE_MESSAGES.phone_too_short : error}
      onFocus={({ currentTarget }) => {
        taken.current = currentTarget.value;
      }}
      onInput={({ currentTarget }) => take(currentTarget)}
    />
  );
}

/** Changes the member's phone number. */
export function PhoneForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) => (
        <PhoneField defaultValue={profile.contact_phone ?? ''} error={errors['phone_number']} />
      )}
    </SettingsForm>
  );
}
