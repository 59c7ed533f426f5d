import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CauseDetails, CauseSummary, PagesDetails } from '../../observed';
import type { AppDetails, EvidenceDetails, Overview, PreviewSummary, ReleaseDetails, StepSummary } from '../../shapes';

/** A call that was refused. The message is for the person. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20_000;
/** What is asked for this long after a key or a touch is the person's doing; the rest keeps no session alive. */
const ACTIVE_MS = 60_000;

let touchedAt = Date.now();
for (const event of ['pointerdown', 'keydown'] as const)
  addEventListener(event, () => {
    touchedAt = Date.now();
  });

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const isActive = Date.now() - touchedAt < ACTIVE_MS;
  const headers = { accept: 'application/json', ...(!isActive && { 'x-background': '1' }), ...init.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, { ...init, headers, signal }).catch(() => {
    throw new ApiError(0, 'The console does not answer. What you see may be out of date.', undefined);
  });
  const answer = (await response.json().catch(() => ({}))) as T & { message?: string; code?: string };
  if (response.ok) return answer;
  if (answer.code === 'sign-in') location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  throw new ApiError(response.status, answer.message ?? `The console answered ${response.status}.`, answer.code);
}

export const get = <T>(path: string): Promise<T> => call<T>(path, {});

/** @param csrf the token of the session */
export const post = <T>(path: string, body: unknown, csrf: string): Promise<T> =>
  call<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(body),
  });

/** Who is signed in. */
export interface Me {
  session: string;
  csrf: string;
  method: string;
  person: { id: string; name: string; email: string | null; rights: string[] };
  endsAt: string;
  asksAgainBy: 'openid' | 'passkey';
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
  address: string;
}

export interface KnownPerson {
  id: string;
  issuer: string;
  name: string;
  email: string | null;
  rights: string[];
  endedAt: string | null;
  seenAt: string | null;
  sessions: number;
  passkeys: number;
}

export interface Mine {
  sessions: { id: string; method: string; device: string; address: string; createdAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; createdAt: string; usedAt: string | null }[];
}

/** Queries below this key show what the registry says. */
export const REGISTRY_KEY = 'registry';

export const useMe = () => useQuery({ queryKey: ['me'], queryFn: () => get<Me>('/sign-in/me') });
export const useMine = () => useQuery({ queryKey: ['mine'], queryFn: () => get<Mine>('/sign-in/mine') });
export const usePeople = () =>
  useQuery({ queryKey: ['people'], queryFn: () => get<{ people: KnownPerson[] }>('/sign-in/people') });
export const useAudit = () =>
  useQuery({
    queryKey: ['audit'],
    queryFn: () => get<{ entries: AuditEntry[] }>('/sign-in/audit?limit=500'),
  });
export const useOverview = () =>
  useQuery({ queryKey: [REGISTRY_KEY, 'overview'], queryFn: () => get<Overview>('/api/overview') });
export const useHistory = () =>
  useQuery({
    queryKey: [REGISTRY_KEY, 'history'],
    queryFn: () => get<{ history: StepSummary[] }>('/api/history?limit=200'),
  });
export const useApp = (app: string) =>
  useQuery({ queryKey: [REGISTRY_KEY, 'app', app], queryFn: () => get<AppDetails>(`/api/apps/${app}`) });
export const useRelease = (app: string, version: string) =>
  useQuery({
    queryKey: ['release', app, version],
    queryFn: () => get<ReleaseDetails>(`/api/apps/${app}/releases/${version}`),
    enabled: version !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
const evidenceKey = (app: string) => ['evidence', app];
/** @param of when the canary started or ended: the same version may be one twice */
export const useEvidence = (app: string, version: string, of: string) =>
  useQuery({
    queryKey: [...evidenceKey(app), version, of],
    queryFn: () => get<EvidenceDetails>(`/api/apps/${app}/evidence/${version}`),
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
    queryFn: () => get<{ causes: CauseSummary[] }>(`/api/errors?${queryOf(filter)}`),
    placeholderData: keepPreviousData,
  });

export const useCause = (id: string) =>
  useQuery({ queryKey: [OBSERVED_KEY, 'cause', id], queryFn: () => get<CauseDetails>(`/api/errors/${id}`) });

export interface PagesFilter {
  days: number;
  app: string | undefined;
  device: string | undefined;
}

export const usePages = (filter: PagesFilter) =>
  useQuery({
    queryKey: [OBSERVED_KEY, 'pages', filter],
    queryFn: () => get<PagesDetails>(`/api/pages?${queryOf({ ...filter })}`),
    placeholderData: keepPreviousData,
  });

export const PREVIEWS_KEY = ['previews'];

export const usePreviews = () =>
  useQuery({ queryKey: PREVIEWS_KEY, queryFn: () => get<{ previews: PreviewSummary[] }>('/api/previews') });

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

/** Whether buttons for an app's steps are of use to somebody; the server decides. */
export const mayRelease = ({ person }: Me, app: string): boolean =>
  person.rights.some((right) => right === 'admin' || right === `releaser:${app}`);

export const isAdmin = ({ person }: Me): boolean => person.rights.includes('admin');
