import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { messageOf, StartError } from '../../errors';
import { composeMail } from '../../mail/message';
import { mailAddresses, openTransport } from '../../mail/smtp/open-transport';
import { probeMessage } from '../../mail/smtp/probe';
import { faultOf } from '../../mail/smtp/refusal';
import { readCompany } from '../../settings/company';
import type { Command } from '../support/command';

/** Sends the owner a mail at once, past the queue, and says what the mail server answered. */
export const testMail: Command = {
  usage: '[--json]   sends a mail from MAIL_FROM to MAIL_TO now, and says what the mail server answers',
  run: async ({ config, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const owner = readCompany(config.companyFile);
    const addresses = mailAddresses(config, owner);
    const transport = openTransport(config);
    const [id, now] = [randomUUID(), new Date()];
    const mail = { id, form: null, fields: null, message: probeMessage(owner, now), email: addresses.to };
    try {
      await transport.deliver(id, composeMail({ ...mail, createdAt: now, suspect: false }, addresses));
    } catch (error) {
      const answered = (error as { responseCode?: unknown }).responseCode !== undefined;
      const what = !answered
        ? 'of SMTP_URL did not take the mail'
        : faultOf(error, true) === 'settings'
          ? 'refused the mail'
          : 'could not take the mail now';
      throw new StartError(
        `The mail server ${what} from ${addresses.from.email} to ${addresses.to}: ${messageOf(error)}. Look at SMTP_URL, MAIL_FROM and MAIL_TO.`,
      );
    } finally {
      transport.close();
    }
    const where = config.smtpUrl ? 'The mail server took it' : 'It is a file in the outbox, for SMTP_URL is empty';
    if (values.json) print(JSON.stringify({ sent: true, from: addresses.from.email, to: addresses.to }));
    else print(`${where}: from ${addresses.from.email} to ${addresses.to}.`);
  },
};
