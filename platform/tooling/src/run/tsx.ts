import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const resolved = (name: string): string => pathToFileURL(createRequire(import.meta.url).resolve(name)).href;

/** What `--import` takes so that Node runs TypeScript, wherever the process runs. */
export const tsx = (): string => resolved('tsx');

/** The same for ES modules alone: its other half sees every file that packages require. */
export const tsxModules = (): string => resolved('tsx/esm');
