import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { followEvents, useGet } from '@wholepage/staff-kit/browser/calls';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { useEffect, useState } from 'react';
import type { AppDetails, EvidenceDetails, Overview } from '../../shapes';

/** Queries below this key show what the registry says. */
export const REGISTRY_KEY = 'registry';

export const useOverview = () => useGet<Overview>([REGISTRY_KEY, 'overview'], '/api/overview');

export const useApp = (app: string) => useGet<AppDetails>([REGISTRY_KEY, 'app', app], `/api/apps/${app}`);

const evidenceKey = (app: string) => ['evidence', app];

/** @param of when the canary started or ended: the same version may be one twice */
export const useEvidence = (app: string, version: string, of: string) =>
  useGet<EvidenceDetails>([...evidenceKey(app), version, of], `/api/apps/${app}/evidence/${version}`);

/** Queries below this key show what composers saw. */
export const OBSERVED_KEY = 'observed';

/** Of a list that is filtered, the rows before stay until the next are here. */
export const useFiltered = <T>(path: string, filter: Record<string, string>) =>
  useGet<T>([OBSERVED_KEY, path, filter], `${path}?${filteredBy(filter)}`, { placeholderData: keepPreviousData });

/** The query of an address; an empty value stands for none. */
export const filteredBy = (filter: Record<string, string>): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));

/** Follows the registry: what is shown is asked for again when it changed. @returns whether the console is heard */
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

/** What is due once no finger is down. */
const waiting = new Set<() => void>();
let isPressed = false;

function release(): void {
  isPressed = false;
  for (const change of waiting) change();
  waiting.clear();
}

/** Makes changes of the page wait while a button or a finger is down: nothing moves under it. @returns ends that */
function watchPresses(): () => void {
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  const onDown = () => {
    isPressed = true;
  };
  // The click comes first, on what the press was meant for.
  const onUp = () => void setTimeout(release);
  addEventListener('pointerdown', onDown, options);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onUp, options);
  // Of the window itself: those of elements do not bubble.
  addEventListener('blur', onUp, { signal: ending.signal });
  return () => ending.abort();
}

/** Runs a change at once, or when nothing is pressed any more. The same change waits once. */
function whenReleased(change: () => void): void {
  if (isPressed) waiting.add(change);
  else change();
}

export const useIsAdmin = (): boolean => useMe().person.rights.includes('admin');

/** Whether buttons for an app's steps are of use to who is signed in; the server decides. */
export function useMayRelease(): (app: string) => boolean {
  const { rights } = useMe().person;
  return (app) => rights.some((right) => right === 'admin' || right === `releaser:${app}`);
}
