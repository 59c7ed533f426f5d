import { createRender } from '@wholepage/remote-kit/server';
import { routes } from './routes';

export const render = createRender({ name: 'decide', routes });
