import { TextField } from '#islands/ui/form/TextField.tsx';

import { SettingsForm, type SettingsProps } from './SettingsForm.tsx';

const FIELDS = [
  { label: 'First Name', name: 'first_name', autoComplete: 'given-name' },
  { label: 'Middle Name', name: 'middle_name', autoComplete: 'additional-name' },
  { label: 'Last Name', name: 'last_name', autoComplete: 'family-name' },
] as const;

/** Changes the member's name. */
export function NameForm({ profile, load }: SettingsProps) {
  return (
    <SettingsForm profile={profile} load={load}>
      {(errors) =>
        FIELDS.map((field) => (
          <TextField
            key={field.name}
            {...field}
            autoCapitalize="words"
            spellCheck={false}
            defaultValue={profile[field.name]}
            required={field.name !== 'middle_name'}
            error={errors[field.name]}
          />
        ))
      }
    </SettingsForm>
  );
}
