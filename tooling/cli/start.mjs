import { install, run } from './bootstrap.mjs';

install();
run('tooling/src/start/start.ts');
