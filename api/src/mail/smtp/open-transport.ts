import path from 'node:path';
import { OUTBOX } from '../../files/folders';
import type { MailOwner } from '../../settings/company';
import type { Config } from '../../settings/config';
import type { MailAddresses } from '../message';
import { outboxTransport } from '../queue/outbox';
import { smtpTransport } from './smtp';
import type { MailTransport } from './transport';

/** The mail server of `SMTP_URL`, or files in `DATA_DIR/outbox`. */
export const openTransport = ({ smtpUrl, smtpPlain, dataDir }: Config): MailTransport =>
  smtpUrl ? smtpTransport(smtpUrl, smtpPlain) : outboxTransport(path.join(dataDir, OUTBOX));

/** From whom mails go, and to whom those for the owner. */
export const mailAddresses = ({ mailFrom, mailTo }: Config, owner: MailOwner): MailAddresses => ({
  from: { name: owner.name, email: mailFrom ?? owner.email },
  to: mailTo ?? owner.email,
});
