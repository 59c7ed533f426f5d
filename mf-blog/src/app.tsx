import { createRemote } from '@wholepage/remote-kit';
import { routes } from './routes';

export const { bootstrap, prepare, mount, unmount } = createRemote({ name: 'mf-blog', routes });
