import type { Loaded } from '@wholepage/remote-kit';
import type { DeferredComponent } from '../components/WhenVisible/WhenVisible';

/**
 * What `load` returns. A browser gets it at once, because the page does not wait for the parts that come later. The
 * server waits for those, because it renders everything in one go.
 */
export function preloaded<Data>(loaded: Loaded<Data>, ...parts: DeferredComponent[]) {
  if (typeof document !== 'undefined') return loaded;
  return Promise.all(parts.map((part) => part.preload())).then(() => loaded);
}
