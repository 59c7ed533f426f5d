import { createRoutedRemote } from 'contracts/react-router';
import { routes } from './routes';

export const { bootstrap, mount, unmount } = createRoutedRemote({ name: 'mf-courses', routes });
