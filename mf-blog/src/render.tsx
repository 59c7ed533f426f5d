import { createRender } from 'remote-kit/server';
import { routes } from './routes';

export { sitemap } from './sitemap';

export const render = createRender({ name: 'mf-blog', routes });
