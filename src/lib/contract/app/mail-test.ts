/** A DNS record of the sender's domain. */
export interface SenderRecord {
  name: 'SPF' | 'DKIM' | 'DMARC';
  /** `unknown`: it cannot be looked up */
  state: 'there' | 'missing' | 'twice' | 'unknown';
  /** the record, the name that lacks one, or why it cannot be looked up */
  text: string;
}

/** The result of an email that was sent to try the mail server. */
export interface MailTest {
  from: string;
  to: string;
  /** the commands (`>`) and the mail server's responses (`<`), word by word; none without a mail server */
  lines: string[];
  /** why it was not accepted; null when it was */
  error: string | null;
  records: SenderRecord[];
}
