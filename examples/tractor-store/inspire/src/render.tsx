import { createRender, createRenderFragment } from '@wholepage/remote-kit/server';
import { fragments } from './fragments/declared';
import { props } from './fragments/props';
import { routes } from './routes';

export const render = createRender({ name: 'inspire', routes });

export const renderFragment = createRenderFragment({ name: 'inspire', fragments, props });
