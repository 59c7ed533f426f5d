import { useQuery } from '@tanstack/react-query';
import type { OfficeRight } from 'api-wire/office/caller';
import { createContext, useContext } from 'react';
import { json, setCsrf } from './api';
import { setTimeZone } from './format';

/** Who is signed in, and what the pages have to know. */
export interface Me {
  id: string;
  session: string;
  person: { name: string; email: string | null; rights: string[] };
  endsAt: string;
  asksAgainBy: 'openid' | 'passkey';
  siteOrigin: string;
  timeZone: string;
}

export const useLoadMe = () =>
  useQuery({
    queryKey: ['me'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Me> => {
      const [me, settings] = await Promise.all([
        json<Me & { csrf: string }>('GET', '/sign-in/me'),
        json<Pick<Me, 'id' | 'siteOrigin' | 'timeZone'>>('GET', '/settings'),
      ]);
      setCsrf(me.csrf);
      setTimeZone(settings.timeZone);
      return { ...me, ...settings };
    },
  });

export const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe must be used within MeContext.');
  return me;
}

/** Whether an area is of use to somebody; the server decides. */
export const holds = ({ person }: Me, right: OfficeRight): boolean =>
  person.rights.includes('owner') || person.rights.includes(right);
