import type { SendMailOptions } from 'nodemailer';

/** An email ready to be sent. */
export interface Message extends SendMailOptions {
  /** of its row: the same on every attempt */
  id: string;
}

/** Sends emails. */
export interface Mailer {
  /**
   * Sends one email.
   * @throws MailRejectedError when a retry cannot succeed
   * @throws Error for every other failure
   */
  send(message: Message): Promise<void>;
  /** Connects and authenticates, and sends nothing. @throws Error */
  verify(): Promise<void>;
  /** Deletes what it stores of the emails to an address: a mail server's are not ours. */
  forget(address: string): Promise<void>;
}

/** The mail server rejected the recipient or the content permanently. */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError';
}
