import { RESTORE } from './backup-commands';
import { runCli } from './support/run-cli';

await runCli('restore', RESTORE);
