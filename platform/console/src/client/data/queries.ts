import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { holds } from '@wholepage/sign-in/rights';
import { followEvents, useGet } from '@wholepage/staff-kit/browser/calls';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { useEffect, useState } from 'react';
import { RIGHTS } from '../../rights';
import type { AppDetails, EvidenceDetails, Overview } from '../../shapes';

/** Prefix of the keys of queries that read the registry. */
export const REGISTRY_KEY = 'registry';

export const useOverview = () => useGet<Overview>([REGISTRY_KEY, 'overview'], '/api/overview');

export const useApp = (app: string) => useGet<AppDetails>([REGISTRY_KEY, 'app', app], `/api/apps/${app}`);

const evidenceKey = (app: string) => ['evidence', app];

/** @param of start or end of the canary, because the same version may be a canary twice */
export const useEvidence = (app: string, version: string, of: string) =>
  useGet<EvidenceDetails>([...evidenceKey(app), version, of], `/api/apps/${app}/evidence/${version}`);

/** Prefix of the keys of queries that read the composers' digests. */
export const OBSERVED_KEY = 'observed';

/** Queries a filtered list. The former rows stay until the next ones arrive. */
export const useFiltered = <T>(path: string, filter: Record<string, string>) =>
  useGet<T>([OBSERVED_KEY, path, filter], `${path}?${filteredBy(filter)}`, { placeholderData: keepPreviousData });

/** Returns the query of an address for a filter, without its empty values. */
export const filteredBy = (filter: Record<string, string>): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));

/** Follows the console's events, and refetches queries whose data changed. @returns whether the connection is up */
export function useLive(): boolean {
  const client = useQueryClient();
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    const readAgain = (...keys: readonly (readonly string[])[]) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    };
    const onRegistry = () => readAgain([REGISTRY_KEY]);
    const onObserved = () => readAgain([OBSERVED_KEY], [REGISTRY_KEY, 'overview']);
    const onEvidence = (data: string) => {
      const { app } = JSON.parse(data) as { app: string };
      whenReleased(() => readAgain(evidenceKey(app)));
    };
    const endEvents = followEvents(
      '/api/events',
      {
        registry: () => whenReleased(onRegistry),
        observed: () => whenReleased(onObserved),
        evidence: onEvidence,
      },
      setHeard,
    );
    const stopWatching = watchPresses();
    return () => {
      endEvents();
      stopWatching();
    };
  }, [client]);
  return isHeard;
}

/** Changes of the page that wait until nothing is pressed. */
const waiting = new Set<() => void>();
let isPressed = false;

function release(): void {
  isPressed = false;
  for (const change of waiting) change();
  waiting.clear();
}

/** Makes changes wait while a button or a finger is down, so that nothing moves under it. @returns stops watching */
function watchPresses(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const onDown = () => {
    isPressed = true;
  };
  // The timer lets the click event come first, on the element that was pressed.
  const onUp = () => void setTimeout(release);
  addEventListener('pointerdown', onDown, options);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onUp, options);
  // Only the window's own `blur` arrives here: those of elements do not bubble.
  addEventListener('blur', onUp, { signal: ending.signal });
  return () => ending.abort();
}

/** Runs a change at once, or when nothing is pressed any more. The same function waits only once. */
function whenReleased(change: () => void): void {
  if (isPressed) waiting.add(change);
  else change();
}

/** Returns a test of the person's rights, which only hides buttons and screens: the server enforces them. */
export function useHolds(): (right: keyof typeof RIGHTS, app?: string) => boolean {
  const { rights } = useMe().person;
  return (right, app) => holds(RIGHTS, rights, right, app);
}
