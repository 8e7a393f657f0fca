import { fillForm } from '#lib/client/forms/fill-form.ts';
import { readForm } from '#lib/client/forms/read-form.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { saveName } from '#lib/client/people/profile.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import { NameInput, nameProblem } from '#lib/contract/people/profile.ts';

import type { Save } from './SettingsForm.tsx';

function nameError(code: 'middle_name_required' | 'no_changes') {
  const message = PROFILE_MESSAGES[code];
  return validationError(message, code === 'middle_name_required' ? { middle_name: message } : {});
}

export const save: Save = async (form, current) => {
  const name = readForm(form, NameInput, PROFILE_MESSAGES);
  const problem = nameProblem(name, current);
  if (problem) throw nameError(problem);
  const saved = await saveName(name);
  const { first_name, middle_name, last_name } = saved;
  fillForm(form, { first_name, middle_name, last_name });
  return saved;
};
