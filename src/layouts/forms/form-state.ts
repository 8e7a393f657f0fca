import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';

/** The hidden fields, such as `action`, that identify a form on its page. A list has the values of its buttons. */
type FormFields = Record<string, string | readonly string[]>;

/** The values and errors of a form's fields. */
export interface FieldState {
  /** @returns the submitted value, or `otherwise` in a new form */
  valueOf(name: string, otherwise?: string | number | null): string;
  errorOf(name: string): string | undefined;
}

/** The state of a form: new, or rejected and shown again. */
export interface FormState extends FieldState {
  fields: FormFields;
  isRejected: boolean;
  /** whether its action requires the password as confirmation */
  needsPassword: boolean;
  /** the error about the whole form */
  error: string | null;
}

/**
 * @param locals of the page
 * @param fields identify the form on its page
 */
export function formState(
  { rejected }: { rejected?: App.Locals['rejected'] | undefined },
  fields: FormFields = {},
): FormState {
  const isOwn = Object.entries(fields).every(([name, value]) =>
    [value].flat().includes(rejected?.values.get(name) ?? ''),
  );
  // Ignores the rejection of another form on the page.
  const own = isOwn ? rejected : undefined;
  return {
    fields,
    isRejected: own !== undefined,
    needsPassword:
      own?.code === 'confirmation_required' || own?.errors[CONFIRM_FIELD] !== undefined,
    error: own?.error ?? null,
    valueOf: (name, otherwise) => own?.values.get(name) ?? String(otherwise ?? ''),
    errorOf: (name) => own?.errors[name],
  };
}
