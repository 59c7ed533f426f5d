import { BACKUP } from './backup-commands';
import { runCli } from './support/run-cli';

await runCli('backup', BACKUP);
