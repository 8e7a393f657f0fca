import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';

/**
 * The hidden fields by which a form differs from the others of its page, such as `action`. A list is of the values of its
 * buttons.
 */
type FormFields = Record<string, string | readonly string[]>;

/** What the fields of a form show. */
export interface FieldState {
  /** @returns what was written, or `otherwise` in a form that is new */
  valueOf(name: string, otherwise?: string | number | null): string;
  /** what is wrong with a field */
  errorOf(name: string): string | undefined;
}

/** What a form of a page shows: it is new, or was rejected and is shown again. */
export interface FormState extends FieldState {
  fields: FormFields;
  isRejected: boolean;
  /** whether what it does needs the password again */
  needsPassword: boolean;
  /** what is wrong with it as a whole */
  error: string | null;
}

/**
 * Reads the state of a form.
 * @param locals of the page
 * @param fields by which it differs from the others of the page
 */
export function formState(
  { rejected }: { rejected?: App.Locals['rejected'] | undefined },
  fields: FormFields = {},
): FormState {
  const isOwn = Object.entries(fields).every(([name, value]) =>
    [value].flat().includes(rejected?.values.get(name) ?? ''),
  );
  // That of another form of the page is not shown here.
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
