import type { CourseVariant } from 'api-wire/orders';
import type { Content } from './schema';

export type Details = Content['details'];
export type Chapter = Details['chapters'][number];
export type Reels = Details['reels'];

/** Texts of each course, in separate chunks: a course's page loads no other course's texts. */
const details: Record<CourseVariant, () => Promise<{ default: unknown }>> = {
  online: () => import('./details/online.content.json'),
  offline: () => import('./details/offline.content.json'),
  'only-offline': () => import('./details/only-offline.content.json'),
};

export const loadDetails = async (variant: CourseVariant): Promise<Details> =>
  (await details[variant]()).default as Details;
