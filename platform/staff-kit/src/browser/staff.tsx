import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import type { Person } from '@wholepage/sign-in/people';
import type { RightsModel } from '@wholepage/sign-in/rights';
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
  person: Person;
  endsAt: string;
  asksAgainBy: 'openid' | 'passkey';
}

/** A service's part in the screens that all services share. */
export interface StaffService {
  rights: RightsModel;
  /** The service's table component. `empty` is shown where there are no rows. */
  Table: <Row extends { id: string }>(props: {
    name: string;
    rows: Row[];
    columns: (Column<NoInfer<Row>> & { value(row: NoInfer<Row>): string | number })[];
    empty: string;
  }) => ReactNode;
  /** The command that prints a link for a known person. */
  linkCommand: string;
  /** Returns the command with these words, for services that show commands beside their forms. */
  command?(...words: readonly string[]): string;
  /** Reports that an act is done, for services that show such messages. */
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

/** The signed-in part of a service's program. It remounts for another person: typed text and data on screen are not theirs. */
export function Staff({ service, Layout }: { service: StaffService; Layout: ComponentType }) {
  // `always`: a person may be back from the tab where they signed in again before the data is stale.
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

/** Scrolls a newly opened screen to its top. After Back, the browser restores the position itself. */
function useTopOfNewScreens(): void {
  const { pathname } = useLocation();
  const isNew = useNavigationType() === 'PUSH';
  const shown = useRef(pathname);
  useEffect(() => {
    if (isNew && shown.current !== pathname) scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, isNew]);
}

/** Asks again who the person is: after their session ended, and before acts that cannot be undone or take much away. */
function SayWho() {
  const { me, service } = useStaff();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ isOver: boolean }>();
  const [error, setError] = useState<Error>();
  const person = useRef(me.person.id);
  /** Resolvers of all calls that wait for the dialog. */
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
      // Signing in again began a new session with another token.
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
      // The provider opens in another tab, because this one holds the typed text.
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

/** Browsers drop the focus of a disabled or removed element: it returns once enabled, or moves to the heading above. */
export function keepFocus(): void {
  let way: HTMLElement[] = [];
  addEventListener('focusin', ({ target }) => {
    way = [];
    for (let at = target as HTMLElement | null; at; at = at.parentElement) way.push(at);
  });
  // A press outside all controls is meant to leave none focused.
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

/** Renders a service's program into its page. @param id the element's id, which is the service's name */
export function startClient(id: string, programOf: (queries: QueryClient) => ReactNode): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A refusal (4xx) is final. A server error or a missing answer is retried.
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
