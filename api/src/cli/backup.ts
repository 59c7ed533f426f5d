import { BACKUP } from './backup-commands';
import { runCli } from './support/run';

await runCli('backup', BACKUP);
