/** What a check found. */
export interface Finding {
  isOk: boolean;
  /** what was checked, one or two words */
  subject: string;
  /** one line: how it is, or what to do */
  text: string;
}

export const ok = (subject: string, text: string): Finding => ({ isOk: true, subject, text });

/** @param text what is wrong, and what to do */
export const wrong = (subject: string, text: string): Finding => ({ isOk: false, subject, text });
