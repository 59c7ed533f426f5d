import { createRender } from 'remote-kit/server';
import { routes } from './routes';

export const render = createRender({ name: 'mf-template', routes });
