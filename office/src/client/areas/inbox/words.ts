import { useQuery } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import type { EnquiryRow } from 'api-wire/office/inbox';

export const STATUS: Readonly<Record<EnquiryRow['status'], string>> = {
  new: 'New',
  answered: 'Answered',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
};
export const STATUS_KIND: Readonly<Record<EnquiryRow['status'], string>> = {
  new: 'accent',
  answered: 'plain',
  won: 'good',
  lost: 'plain',
  spam: 'warn',
};

export const STATUS_OPTIONS = Object.entries(STATUS);

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
