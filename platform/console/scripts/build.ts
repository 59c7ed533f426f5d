import { buildConsole } from './build-console';

await buildConsole();
