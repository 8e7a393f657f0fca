/** A letter as it goes over the wire. */
export interface Mail {
  /** the letter's id, the same however often it is tried */
  id: string;
  from: string;
  to: string;
  bytes: Buffer;
}

/** What takes letters away. */
export interface Mailer {
  /**
   * Sends a mail.
   * @param onHandOver called once, when its text is about to leave: what it throws stops that
   * @throws MailRejectedError when it will never be taken; MailUncertain; any other error before it was handed over
   */
  send(mail: Mail, onHandOver: () => Promise<void>): Promise<void>;
}

/** The mail server will not take this letter, now or later: there is no such mailbox, or it is called spam. */
export class MailRejectedError extends Error {
  override name = 'MailRejectedError';
}

/** The line broke after the text had left: the letter may have arrived. */
export class MailUncertain extends Error {
  override name = 'MailUncertain';
}
