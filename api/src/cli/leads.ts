import { LEADS } from './leads/commands';
import { runCli } from './support/run-cli';

await runCli('leads', LEADS);
