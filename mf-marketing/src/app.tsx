import { createRemote } from 'contracts/react';
import { routes } from './routes';

export const { bootstrap, mount, unmount } = createRemote({ name: 'mf-marketing', routes });
