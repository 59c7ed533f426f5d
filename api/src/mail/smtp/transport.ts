import type { SendMailOptions } from 'nodemailer';

/** Takes a message for good, or throws: then it is tried again. */
export interface MailTransport {
  deliver(id: string, message: SendMailOptions): Promise<void>;
  close(): void;
}
