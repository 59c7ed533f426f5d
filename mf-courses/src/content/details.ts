import type { Content } from './schema';

export type Details = Content['details'];
export type Chapter = Details['chapters'][number];
export type Reels = Details['reels'];

/** Texts of one course, in a file of its own: the page of one carries none of another. */
const details: Record<Details['id'], () => Promise<{ default: unknown }>> = {
  '1': () => import('./details/online.content.json'),
  '2': () => import('./details/offline.content.json'),
  '3': () => import('./details/only-offline.content.json'),
};

export const loadDetails = async (id: Details['id']): Promise<Details> => (await details[id]()).default as Details;
