import { MAILS } from './mails/commands';
import { runCli } from './support/run-cli';

await runCli('mails', MAILS);
