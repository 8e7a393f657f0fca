import { SelectField } from '#islands/ui/form/SelectField.tsx';

interface Props<Value extends string> {
  label: string;
  /** of each value */
  names: Record<Value, string>;
  value: Value | null;
  error?: string | undefined;
  onSelect: (value: Value | null) => void;
}

/** A select of few values, which may be left open. */
export const OptionField = <Value extends string>({
  label,
  names,
  value,
  error,
  onSelect,
}: Props<Value>) => (
  <SelectField
    label={label}
    value={value ?? ''}
    error={error}
    onChange={({ target }) => onSelect((target.value as Value) || null)}
  >
    <option value="">Not given</option>
    {(Object.entries(names) as [Value, string][]).map(([each, name]) => (
      <option key={each} value={each}>
        {name}
      </option>
    ))}
  </SelectField>
);
