import raw from './one-on-one.content.json';
import type { Content } from './schema';

export const oneOnOne = raw as Content['one-on-one'];
