import { useEffect, useLayoutEffect, version } from 'react';

/** A remote may be built with React 18 throughout. React 18 knows fewer attributes. */
const isReact18 = version.startsWith('18.');

/** Props that hide an element from pointers, keyboard and assistive technology. React 18 writes unknown attributes as given. */
export const inert = (isInert: boolean): object =>
  isReact18 ? { inert: isInert ? '' : undefined } : { inert: isInert };

export const fetchPriority = (priority: 'high' | 'low' | 'auto'): object =>
  isReact18 ? { fetchpriority: priority } : { fetchPriority: priority };

/** `useLayoutEffect`, except on a server, where React 18 warns of it. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
