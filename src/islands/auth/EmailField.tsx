import { TextField } from '#islands/ui/TextField.tsx';

interface Props {
  /** what it holds at first */
  known?: string | undefined;
  /** what is wrong with it */
  error: string | undefined;
}

/** Whose account it is. */
export const EmailField = ({ known, error }: Props) => (
  <TextField
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    required
    defaultValue={known}
    error={error}
  />
);
