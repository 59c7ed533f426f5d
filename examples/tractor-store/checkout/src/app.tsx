import { createRemote } from '@wholepage/remote-kit';
import { routes } from './routes';

export { events } from './events';
export const { bootstrap, prepare, mount, unmount } = createRemote({ name: 'checkout', routes });
