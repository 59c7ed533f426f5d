import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CauseDetails, CauseSummary, PagesDetails } from '../../../observed';
import { get } from '../api';

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
