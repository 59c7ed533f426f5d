import { createRender } from '@wholepage/remote-kit/server';
import { routes } from './routes';

export { sitemap } from './sitemap';

export const render = createRender({ name: 'decide', routes });
