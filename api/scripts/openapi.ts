import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildApp } from '../src/app';
import type { Context } from '../src/context';
import { createMetrics } from '../src/metrics';
import { readConfig } from '../src/settings/config';
import { PACKAGE_DIR } from '../src/settings/paths';

/** Writes the OpenAPI description without a database: routes are registered, never called. */
const config = { ...readConfig({}), dataDir: path.join(os.tmpdir(), 'api-openapi') };
const context: Pick<Context, 'config' | 'metrics' | 'stopping'> = {
  config,
  metrics: createMetrics(),
  stopping: new AbortController().signal,
};
const app = await buildApp(context as Context, undefined);
await app.ready();
await writeFile(path.join(PACKAGE_DIR, 'openapi.json'), `${JSON.stringify(app.swagger(), null, 2)}\n`);
await app.close();
