import type { Loaded } from '@wholepage/remote-kit';
import type { DeferredComponent } from '../components/WhenVisible/WhenVisible';

/**
 * What `load` returns once the parts that come later are here. At once in the browser, where the page does not wait
 * for them; after they have been fetched on the server, which renders everything in one go.
 */
export function preloaded<Data>(loaded: Loaded<Data>, ...parts: DeferredComponent[]) {
  if (typeof document !== 'undefined') return loaded;
  return Promise.all(parts.map((part) => part.preload())).then(() => loaded);
}
