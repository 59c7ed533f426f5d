import type { Commands } from '../support/command';
import { listMails } from './list';
import { retryMails } from './retry';

/** `npm run mails` */
export const MAILS: Commands = { list: listMails, retry: retryMails };
