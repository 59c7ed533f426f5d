import type { Scenario } from '@wholepage/tooling/scenario';
import { routes } from './routes';

/** Every page of this remote. */
export const standalonePages = routes.map(({ path }) => path);

/** States of the world in which it can be looked at. */
export const scenarios: Scenario[] = [{ name: 'fine', title: 'All is well', answers: [] }];
