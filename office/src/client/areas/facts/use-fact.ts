import { useQuery } from '@tanstack/react-query';
import type { FactName } from 'api-wire/office/facts';
import { json } from '../../data/api';

export interface Fact {
  version: number;
  /** What counts now: of the office, or of the file. */
  value: unknown;
  /** Whether the office changed it. */
  isChanged: boolean;
  at: string | null;
  by: string | null;
}

export interface Revision {
  version: number;
  value: unknown;
  at: string;
  by: string;
}

interface Row {
  name: FactName;
  version: number;
  value: unknown;
  at: string | null;
  by: string | null;
}

/** A fact as it counts now, and how it was before. */
export async function readFact(name: FactName): Promise<Fact & { revisions: Revision[] }> {
  const [facts, files, revisions] = await Promise.all([
    json<{ data: Row[] }>('GET', '/office/facts'),
    json<Record<FactName, unknown>>('GET', '/fact-files'),
    json<{ data: Revision[] }>('GET', `/office/facts/${name}/revisions`),
  ]);
  const row = facts.data.find((one) => one.name === name);
  return {
    version: row?.version ?? 0,
    value: row?.value ?? files[name],
    isChanged: row?.value != null,
    at: row?.at ?? null,
    by: row?.by ?? null,
    revisions: revisions.data,
  };
}

/** A fact that is being edited: what somebody types over is not replaced behind their back. */
export const useFact = (name: FactName) =>
  useQuery({
    queryKey: ['fact', name],
    queryFn: () => readFact(name),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    // It is asked for whenever the screen is opened.
    gcTime: 0,
  });
