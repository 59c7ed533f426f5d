import { MAILS } from './mails-commands';
import { runCli } from './support/run';

await runCli('mails', MAILS);
