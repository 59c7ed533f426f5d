import { useQuery } from '@tanstack/react-query';
import type { AppDetails, EvidenceDetails, Overview, ReleaseDetails, StepSummary } from '../../../shapes';
import { get } from '../api';

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
export const evidenceKey = (app: string) => ['evidence', app];
/** @param of when the canary started or ended: the same version may be one twice */
export const useEvidence = (app: string, version: string, of: string) =>
  useQuery({
    queryKey: [...evidenceKey(app), version, of],
    queryFn: () => get<EvidenceDetails>(`/api/apps/${app}/evidence/${version}`),
  });
