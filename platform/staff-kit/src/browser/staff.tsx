import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation, useNavigationType } from 'react-router-dom';
import { ApiError, json, session } from './calls';
import { Dialog } from './forms';
import { Loaded, refetchFailed } from './screen';
import type { Column } from './table';

export interface Me {
  session: string;
  person: { id: string; name: string; email: string | null; rights: string[] };
  endsAt: string;
  asksAgainBy: 'openid' | 'passkey';
}

/** What the screens that all services have take from each of them. */
export interface StaffService {
  /** Rights that may be given, the one for most first, and what each allows. One of named things, `releaser:APP,APP`, is typed. */
  rights: readonly (readonly [right: string, text: string])[];
  /** The service's table: named, with a sentence where it has no rows. */
  Table: <Row extends { id: string }>(props: {
    name: string;
    rows: Row[];
    columns: (Column<NoInfer<Row>> & { value(row: NoInfer<Row>): string | number })[];
    empty: string;
  }) => ReactNode;
  /** Prints a link for somebody who is known. */
  linkCommand: string;
  /** The command of these words, where the service shows commands beside what they do. */
  command?(...words: readonly string[]): string;
  /** Says that something is done, where the service says so. */
  say?(sentence: string): void;
}

export const StaffContext = createContext<{ me: Me; service: StaffService } | undefined>(undefined);

export function useStaff() {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('useStaff must be used within Staff.');
  return staff;
}

export const useMe = (): Me => useStaff().me;

export const ME = ['me'];

async function loadMe(): Promise<Me> {
  const { csrf, ...me } = await json<Me & { csrf: string }>('GET', '/sign-in/me');
  Object.assign(session, { csrf, person: me.person.id });
  return me;
}

/** All of a service's program that needs to know who is signed in. Another person begins anew: what is typed and shown is not theirs. */
export function Staff({ service, Layout }: { service: StaffService; Layout: ComponentType }) {
  // However soon somebody is back from the tab in which they signed in again.
  const query = useQuery({ queryKey: ME, queryFn: loadMe, refetchOnWindowFocus: 'always' });
  useTopOfNewScreens();
  return (
    <Loaded query={query}>
      {(me) => (
        <StaffContext value={{ me, service }}>
          <a className="skip" href="#main">
            Skip to content
          </a>
          <Layout key={me.person.id} />
          <SayWho />
        </StaffContext>
      )}
    </Loaded>
  );
}

/** A screen that somebody goes to begins at its top; the way back leads to where they were, as the browser knows it. */
function useTopOfNewScreens(): void {
  const { pathname } = useLocation();
  const isNew = useNavigationType() === 'PUSH';
  const shown = useRef(pathname);
  useEffect(() => {
    if (isNew && shown.current !== pathname) scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, isNew]);
}

/** Asks again who somebody is, when their session ended and before what cannot be undone or takes much away. */
function SayWho() {
  const { me, service } = useStaff();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ isOver: boolean }>();
  const [error, setError] = useState<Error>();
  const person = useRef(me.person.id);
  /** Of all calls that wait for it. */
  const answers = useRef<((said: boolean) => void)[]>([]);
  const end = useCallback((said: boolean) => {
    for (const answer of answers.current.splice(0)) answer(said);
    setAsked(undefined);
  }, []);
  useEffect(() => {
    session.readAgain = () => queries.refetchQueries({ queryKey: ME });
    session.askWho = (isOver) => {
      setError(undefined);
      setAsked({ isOver });
      return new Promise((resolve) => void answers.current.push(resolve));
    };
  }, [queries]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session, of this tab or another, is the answer
  useEffect(() => {
    end(true);
    const isOther = person.current !== me.person.id;
    person.current = me.person.id;
    if (isOther) void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
    void refetchFailed(queries);
  }, [me.session]);
  const byPasskey = async () => {
    try {
      await signInWithPasskey();
      // A session of its own, with another token.
      await queries.refetchQueries({ queryKey: ME });
    } catch (caught) {
      setError(caught instanceof Error ? caught : new Error(String(caught)));
    }
  };
  if (!asked) return null;
  const isByPasskey = me.asksAgainBy === 'passkey';
  return (
    <Dialog
      title={asked.isOver ? 'Sign in again' : 'Confirm who you are'}
      action={isByPasskey ? 'Confirm with a passkey' : 'Sign in again'}
      error={error ?? null}
      // In a tab of its own: this one holds what is typed.
      onAct={() =>
        void (isByPasskey ? byPasskey() : open('/sign-in/openid?again=1&next=/account', '_blank', 'noopener'))
      }
      onClose={() => end(false)}
    >
      <p>
        {asked.isOver
          ? 'Your session has ended. What you typed is still here, and is sent once you have signed in.'
          : 'You signed in a while ago. This step cannot be undone, or is about people and their data.'}
      </p>
      {isByPasskey && (
        <p className="hint">
          Without a passkey, have a new link made (<code>{service.linkCommand}</code>) and open it in this browser.
        </p>
      )}
    </Dialog>
  );
}

const HEADING = 'h1, h2, h3';

/** Browsers take the focus from what is disabled or removed. It comes back with that, or goes to the heading above it. */
export function keepFocus(): void {
  let way: HTMLElement[] = [];
  addEventListener('focusin', ({ target }) => {
    way = [];
    for (let at = target as HTMLElement | null; at; at = at.parentElement) way.push(at);
  });
  // Whoever presses beside all controls wants none of them to have it.
  addEventListener('pointerdown', () => way.splice(0));
  const observer = new MutationObserver((changes) => {
    const [last] = way;
    if (!last || document.activeElement !== document.body) return;
    if (last.isConnected) return changes.some(({ target }) => target === last) ? last.focus() : undefined;
    const above = way.find((element) => element.isConnected && element.querySelector(HEADING));
    const heading = above?.querySelector<HTMLElement>(HEADING);
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

/** Renders a service's program into its page. @param id of the element, the service's name */
export function startClient(id: string, programOf: (queries: QueryClient) => ReactNode): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // What the server refused stays refused; what was not heard is asked again.
        retry: (count, error) =>
          count < 2 && !(error instanceof ApiError && error.statusCode > 0 && error.statusCode < 500),
      },
    },
  });
  const place = document.getElementById(id);
  if (!place) return;
  keepFocus();
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>{programOf(queries)}</BrowserRouter>
    </QueryClientProvider>,
  );
}
