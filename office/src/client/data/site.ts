import { useQuery } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { setWritten } from '@wholepage/staff-kit/browser/screen';
import type { Me } from '@wholepage/staff-kit/browser/staff';
import { mayDo, type OfficeRight } from 'api-wire/office/words';
import { createContext, useContext } from 'react';

type Site = Record<'siteOrigin' | 'timeZone', string>;

export const useLoadSite = () =>
  useQuery({
    queryKey: ['settings'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const site = await json<Site>('GET', '/settings');
      // Times are in the site's zone, wherever the reader is, as in mails and posts.
      setWritten({ timeZone: site.timeZone, numbers: 'en-IN' });
      return site;
    },
  });

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite must be used within SiteContext.');
  return site;
}

/** True when a person's rights include this one. It only hides areas: the server decides. */
export const holds = ({ person }: Me, right: OfficeRight): boolean => mayDo(person.rights, right);
