import { createRender, createRenderFragment } from '@wholepage/remote-kit/server';
import { fragments } from './fragments/declared';
import { props } from './fragments/props';
import { routes } from './routes';

export { renderFile, sitemap } from './feed';

export const render = createRender({ name: 'mf-blog', routes });

export const renderFragment = createRenderFragment({ name: 'mf-blog', fragments, props });
