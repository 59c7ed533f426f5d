import { createRemote } from '@wholepage/remote-kit';
import { routes } from './routes';

const remote = createRemote({ name: 'remote-template', routes });

export const { bootstrap, prepare, mount, unmount } = remote;
