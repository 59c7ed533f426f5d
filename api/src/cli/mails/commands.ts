import type { Commands } from '../support/command';
import { listMails } from './list';
import { retryMails } from './retry';
import { seenMails } from './seen';
import { testMail } from './test';

/** `npm run mails` */
export const MAILS: Commands = { list: listMails, retry: retryMails, seen: seenMails, test: testMail };
