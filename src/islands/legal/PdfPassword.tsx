import type { FormEvent } from 'react';
import { PasswordResponses } from 'react-pdf';

import { PasswordField } from '#islands/ui/form/PasswordField.tsx';

import styles from './PdfViewer.module.css';

/** A locked PDF asks for its password. */
export interface PasswordAsked {
  answer: (password: string) => void;
  /** pdf.js's: the first time, or again after a wrong one */
  reason: number;
}

interface Props {
  asked: PasswordAsked;
  onAnswer: () => void;
}

/** Asks for the password of a locked PDF, in the words of spec 8. */
export function Password({ asked, onAnswer }: Props) {
  const isWrong = asked.reason === PasswordResponses.INCORRECT_PASSWORD;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    onAnswer();
    asked.answer(typeof password === 'string' ? password : '');
  };
  return (
    <form className={styles.sheet} onSubmit={submit}>
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
