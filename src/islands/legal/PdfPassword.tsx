import type { FormEvent } from 'react';
import { PasswordResponses } from 'react-pdf';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';

import styles from './PdfViewer.module.css';

/** A locked PDF needs its password. */
export interface PasswordRequest {
  submit: (password: string) => void;
  /** pdf.js: the first request, or again after a wrong password */
  reason: number;
}

interface Props {
  request: PasswordRequest;
  onSubmit: () => void;
}

/** Asks for the password of a locked PDF. */
export function PdfPassword({ request, onSubmit }: Props) {
  const isWrong = request.reason === PasswordResponses.INCORRECT_PASSWORD;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    onSubmit();
    request.submit(typeof password === 'string' ? password : '');
  };
  return (
    <form className={styles.sheet} onSubmit={handleSubmit}>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        hint="Enter the password to open this PDF file."
        error={isWrong ? 'Invalid password. Please try again.' : undefined}
      />
      <button type="submit" className="button">
        Open
      </button>
    </form>
  );
}
