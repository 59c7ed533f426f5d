import { install, run } from './bootstrap.mjs';

install();
run('tooling/src/verify/verify.ts');
