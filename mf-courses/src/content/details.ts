import offline from './details/offline.content.json';
import online from './details/online.content.json';
import onlyOffline from './details/only-offline.content.json';
import type { Content } from './schema';

export type Details = Content['details'];
export type Chapter = Details['chapters'][number];
export type Reels = Details['reels'];

const details = [online, offline, onlyOffline] as Details[];

/** @returns undefined when there is no such course */
export const findDetails = (id: string | undefined): Details | undefined => details.find((entry) => entry.id === id);
