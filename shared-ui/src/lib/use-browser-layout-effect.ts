import { useEffect, useLayoutEffect } from 'react';

/** On a server React 18 complains of effects that come before the paint. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;
