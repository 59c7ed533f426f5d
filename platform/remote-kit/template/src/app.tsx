import { createRemote } from 'remote-kit';
import { routes } from './routes';

export const { bootstrap, mount, unmount } = createRemote({ name: 'mf-template', routes });
