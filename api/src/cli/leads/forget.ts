import { parseArgs } from 'node:util';
import { forgetPerson } from '../../enquiries/forget/forget';
import { StartError } from '../../errors';
import type { Command } from '../support/command';

const counted = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** Erases what a person sent and says what was erased. */
export const forgetLead: Command = {
  usage: 'EMAIL   erases what a person sent',
  run: async ({ config, files, database, args, print }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const email = positionals[0];
    if (!email || positionals.length > 1 || !email.includes('@'))
      throw new StartError('Whose data? Give one e-mail address.');
    const erased = await forgetPerson(database.db, { files, dataDir: config.dataDir }, email);
    const parts = [
      counted(erased.enquiries, 'enquiry', 'enquiries'),
      counted(erased.files, 'file', 'files'),
      counted(erased.enrolments, 'enrolment', 'enrolments'),
      counted(erased.mails, 'mail of the queue', 'mails of the queue'),
      counted(erased.outbox, 'mail of the outbox', 'mails of the outbox'),
      counted(erased.honeypotCatches, 'suspect of an older release', 'suspects of an older release'),
      counted(erased.webhooks, "webhook's content", "webhooks' content"),
    ];
    print(`Erased for ${email}: ${parts.join(', ')}.`);
    print('Out of reach, to be erased there: mailboxes with mails that a mail server has taken; the payment provider;');
    print('back-ups (forget again after a restore); quarantined files that belong to nobody known here.');
  },
};
