import { useEffect, useLayoutEffect, version } from 'react';

/** A remote may bring React 18 (its build uses that for all of it), which knows fewer attributes. */
const isReact18 = version.startsWith('18.');

/** Out of reach of pointers, keyboard and assistive technology. React 18 writes attributes that it does not know as they are. */
export const inert = (isInert: boolean): object =>
  isReact18 ? { inert: isInert ? '' : undefined } : { inert: isInert };

export const fetchPriority = (priority: 'high' | 'low' | 'auto'): object =>
  isReact18 ? { fetchpriority: priority } : { fetchPriority: priority };

/** On a server React 18 complains of effects that come before the paint. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
