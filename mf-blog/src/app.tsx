import { createRoutedRemote } from '@wholepage/remote-kit/router';
import { routes } from './routes';

export const { bootstrap, prepare, mount, unmount } = createRoutedRemote({ name: 'mf-blog', routes });
