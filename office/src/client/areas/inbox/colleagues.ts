import { useQuery } from '@tanstack/react-query';
import { json } from '../../data/api';

/** Who may have an enquiry. */
export const useColleagues = () =>
  useQuery({
    queryKey: ['colleagues'],
    staleTime: 60_000,
    queryFn: async () => (await json<{ data: { id: string; name: string }[] }>('GET', '/colleagues')).data,
  });

/** Their name, once it is known; somebody whose access was ended has none here. */
export const nameOf = (colleagues: readonly { id: string; name: string }[] | undefined, id: string | null): string =>
  id === null || !colleagues ? '' : (colleagues.find((one) => one.id === id)?.name ?? 'Somebody who left');
