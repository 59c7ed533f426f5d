import { LEADS } from './leads-commands';
import { runCli } from './support/run';

await runCli('leads', LEADS);
