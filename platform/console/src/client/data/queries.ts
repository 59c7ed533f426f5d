import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { useMe } from '@wholepage/staff-kit/browser/staff';
import { useEffect, useState } from 'react';
import type {
  AppDetails,
  CauseDetails,
  CauseSummary,
  EvidenceDetails,
  Overview,
  PagesDetails,
  PreviewSummary,
  ReleaseDetails,
  StepSummary,
} from '../../shapes';

/** Queries below this key show what the registry says. */
export const REGISTRY_KEY = 'registry';

export const useOverview = () =>
  useQuery({ queryKey: [REGISTRY_KEY, 'overview'], queryFn: () => json<Overview>('GET', '/api/overview') });
export const useHistory = () =>
  useQuery({
    queryKey: [REGISTRY_KEY, 'history'],
    queryFn: () => json<{ history: StepSummary[] }>('GET', '/api/history?limit=200'),
  });
export const useApp = (app: string) =>
  useQuery({ queryKey: [REGISTRY_KEY, 'app', app], queryFn: () => json<AppDetails>('GET', `/api/apps/${app}`) });
export const useRelease = (app: string, version: string) =>
  useQuery({
    queryKey: ['release', app, version],
    queryFn: () => json<ReleaseDetails>('GET', `/api/apps/${app}/releases/${version}`),
    enabled: version !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
const evidenceKey = (app: string) => ['evidence', app];
/** @param of when the canary started or ended: the same version may be one twice */
export const useEvidence = (app: string, version: string, of: string) =>
  useQuery({
    queryKey: [...evidenceKey(app), version, of],
    queryFn: () => json<EvidenceDetails>('GET', `/api/apps/${app}/evidence/${version}`),
  });

/** Queries below this key show what composers saw. */
export const OBSERVED_KEY = 'observed';

const queryOf = (values: Record<string, string | number | undefined>): string =>
  String(
    new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
  );

export const useCauses = (filter: { app: string | undefined; days: number }) =>
  useQuery({
    queryKey: [OBSERVED_KEY, 'causes', filter],
    queryFn: () => json<{ causes: CauseSummary[] }>('GET', `/api/errors?${queryOf(filter)}`),
    placeholderData: keepPreviousData,
  });

export const useCause = (id: string) =>
  useQuery({ queryKey: [OBSERVED_KEY, 'cause', id], queryFn: () => json<CauseDetails>('GET', `/api/errors/${id}`) });

export interface PagesFilter {
  days: number;
  app: string | undefined;
  device: string | undefined;
}

export const usePages = (filter: PagesFilter) =>
  useQuery({
    queryKey: [OBSERVED_KEY, 'pages', filter],
    queryFn: () => json<PagesDetails>('GET', `/api/pages?${queryOf({ ...filter })}`),
    placeholderData: keepPreviousData,
  });

export const PREVIEWS_KEY = ['previews'];

export const usePreviews = () =>
  useQuery({ queryKey: PREVIEWS_KEY, queryFn: () => json<{ previews: PreviewSummary[] }>('GET', '/api/previews') });

/** Follows the registry: what is shown is asked for again when it changed. @returns whether the console is heard */
export function useLive(): boolean {
  const client = useQueryClient();
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    const source = new EventSource('/api/events');
    const readAgain = (...keys: readonly (readonly string[])[]) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    };
    const onRegistry = () => readAgain([REGISTRY_KEY]);
    const onObserved = () => readAgain([OBSERVED_KEY], [REGISTRY_KEY, 'overview']);
    source.addEventListener('open', () => setHeard(true));
    source.addEventListener('error', () => setHeard(false));
    source.addEventListener('registry', () => whenReleased(onRegistry));
    source.addEventListener('observed', () => whenReleased(onObserved));
    source.addEventListener('evidence', (event) => {
      const { app } = JSON.parse(event.data) as { app: string };
      whenReleased(() => readAgain(evidenceKey(app)));
    });
    const stopWatching = watchPresses();
    return () => {
      source.close();
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
