import { createRender } from 'contracts/react-server';
import { routes } from './routes';

export const render = createRender({ name: 'mf-courses', routes });
