import { COURSES } from './courses/commands';
import { runCli } from './support/run-cli';

await runCli('courses', COURSES);
