import { createRender, createRenderFragment } from '@wholepage/remote-kit/server';
import { fragments } from './fragments/declared';
import { props } from './fragments/props';
import { routes } from './routes';

export const render = createRender({ name: 'checkout', routes });

export const renderFragment = createRenderFragment({ name: 'checkout', fragments, props });
