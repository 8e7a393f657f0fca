import { useState } from 'react';

import { TextField } from '#islands/ui/form/TextField.tsx';
import { formatDate } from '#islands/ui/format/format-date.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { nameWithoutPeriods } from '#lib/contract/names.ts';

import { SettingsForm, type SettingsProps } from './SettingsForm.tsx';

import styles from './Settings.module.css';

const FIELDS = [
  { label: 'First Name', name: 'first_name', autoComplete: 'given-name' },
  { label: 'Middle Name', name: 'middle_name', autoComplete: 'additional-name' },
  { label: 'Last Name', name: 'last_name', autoComplete: 'family-name' },
] as const;

interface NameFieldProps {
  label: string;
  name: string;
  autoComplete: string;
  defaultValue: string;
  required: boolean;
  error: string | undefined;
}

/** A part of the name. Where periods are all that is wrong, the name without them is saved at one press. */
function NameField(props: NameFieldProps) {
  const { defaultValue, error } = props;
  const [typed, setTyped] = useState(defaultValue);
  const offer = error === PROFILE_MESSAGES.name_characters ? nameWithoutPeriods(typed) : null;
  const accept = (button: HTMLButtonElement, name: string) => {
    const input = button.parentElement?.querySelector('input');
    if (!input) return;
    input.value = name;
    setTyped(name);
    // The button is gone after it.
    input.focus();
    button.form?.requestSubmit();
  };
  return (
    <div className={styles.offered}>
      <TextField
        {...props}
        autoCapitalize="words"
        spellCheck={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {offer && (
        <button
          type="button"
          className="button quiet"
          onClick={({ currentTarget }) => accept(currentTarget, offer)}
        >
          Use {offer}
        </button>
      )}
    </div>
  );
}

/** Changes the member's name. */
export function NameForm({ profile, load }: SettingsProps) {
  const until = profile.name_closed_until;
  if (until) return <p>You can change your name from {formatDate(until)}.</p>;
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) =>
        FIELDS.map((field) => (
          <NameField
            key={field.name}
            {...field}
            defaultValue={profile[field.name]}
            required={field.name !== 'middle_name'}
            error={errors[field.name]}
          />
        ))
      }
    </SettingsForm>
  );
}
