import { RESTORE } from './backup-commands';
import { runCli } from './support/run';

await runCli('restore', RESTORE);
