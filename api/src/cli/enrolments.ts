import { ENROLMENTS } from './enrolments/commands';
import { runCli } from './support/run';

await runCli('enrolments', ENROLMENTS);
