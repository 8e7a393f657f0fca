import styles from '#islands/forum/dialogs/DialogForm.module.css';

/** What is often wrong, for those who do not like to write. */
const REASONS = [
  'It’s already gone.',
  'It isn’t true.',
  'It asks for money in advance.',
  'It’s rude.',
  'It isn’t about farming.',
];

interface Props {
  text: string;
  onChange: (text: string) => void;
}

const linesOf = (text: string) => text.split('\n');

/** @returns the text with a reason as its last line, or without it */
const toggle = (text: string, reason: string): string => {
  const lines = linesOf(text);
  if (lines.includes(reason)) return lines.filter((line) => line !== reason).join('\n');
  return text.trim() ? `${text}\n${reason}` : reason;
};

/** Buttons that write a common reason into a report, or take it out again. */
export const ReportReasons = ({ text, onChange }: Props) => (
  <fieldset className={styles.reasons} aria-label="Common reasons">
    {REASONS.map((reason) => (
      <button
        key={reason}
        type="button"
        className="button quiet"
        aria-pressed={linesOf(text).includes(reason)}
        onClick={() => onChange(toggle(text, reason))}
      >
        {reason.slice(0, -1)}
      </button>
    ))}
  </fieldset>
);
