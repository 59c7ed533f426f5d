import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trace } from '@wholepage/telemetry/trace';

/** The step of the visit on whose behalf the code at hand runs. */
export const currentTrace = new AsyncLocalStorage<Trace>();
