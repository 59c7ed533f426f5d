import type { Scenario } from '@wholepage/tooling/scenario';
import { routes } from './routes';

/** Every page of this remote. */
export const standalonePages = routes.map(({ path }) => path);

/** Scenarios in which the remote can be looked at alone. */
export const scenarios: Scenario[] = [{ name: 'fine', title: 'All is well', answers: [] }];
