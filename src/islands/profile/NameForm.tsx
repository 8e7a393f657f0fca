import { TextField } from '#islands/ui/form/TextField.tsx';
import { readForm } from '#lib/client/forms/read-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { saveName } from '#lib/client/profile.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { NameInput, nameProblem, type Profile } from '#lib/contract/profile.ts';

import { fillForm, SettingsForm } from './SettingsForm.tsx';

const FIELDS = [
  { label: 'First Name', name: 'first_name', autoComplete: 'given-name' },
  { label: 'Middle Name', name: 'middle_name', autoComplete: 'additional-name' },
  { label: 'Last Name', name: 'last_name', autoComplete: 'family-name' },
] as const;

function nameError(code: 'middle_name_required' | 'no_changes') {
  const message = PROFILE_MESSAGES[code];
  return validationError(message, code === 'middle_name_required' ? { middle_name: message } : {});
}

const saveNameForm = (current: Profile) => async (form: HTMLFormElement) => {
  const name = readForm(form, NameInput, PROFILE_MESSAGES);
  const problem = nameProblem(name, current);
  if (problem) throw nameError(problem);
  const saved = await saveName(name);
  const { first_name, middle_name, last_name } = saved;
  fillForm(form, { first_name, middle_name, last_name });
  return saved;
};

/** Changes the member's name. */
export function NameForm({ profile }: { profile: Profile }) {
  return (
    <SettingsForm save={saveNameForm(profile)}>
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
