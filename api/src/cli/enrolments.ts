import { ENROLMENTS } from './enrolments/commands';
import { runCli } from './support/run-cli';

await runCli('enrolments', ENROLMENTS);
