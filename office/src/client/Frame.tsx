import { signInWithPasskey } from '@wholepage/sign-in/browser/passkeys';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Dialog } from './components/Dialog';
import { Toasts } from './components/Toasts';
import { json, setAskWho, setCsrf } from './data/api';
import { holds, useMe } from './data/me';
import { followNews, useNews } from './data/news';

const AREAS = [
  { to: '/', text: 'Today', right: undefined },
  { to: '/enquiries', text: 'Inbox', right: 'desk' },
  { to: '/enrolments', text: 'Enrolments', right: 'desk' },
  { to: '/courses', text: 'Courses', right: 'desk' },
  { to: '/posts', text: 'Blog', right: 'writer' },
  { to: '/facts/company', text: 'Company', right: 'owner' },
  { to: '/facts/navigation', text: 'Menu', right: 'owner' },
  { to: '/people', text: 'People', right: 'owner' },
  { to: '/data-protection', text: 'Data protection', right: 'owner' },
  { to: '/audit', text: 'Audit', right: 'owner' },
] as const;

function Line() {
  const { isHeard } = useNews();
  useEffect(followNews, []);
  return (
    <p className="live" role="status" data-heard={isHeard}>
      {isHeard ? '' : 'Not connected: what you see may be out of date. Trying again …'}
    </p>
  );
}

/** Number of the unread, where there are any. */
function Unread() {
  const unread = useNews().news?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="count">
      {unread}
      <span className="hidden"> unread</span>
    </span>
  );
}

/** What stands on every screen: the way to the areas, and who is signed in. */
export function Frame({ children }: { children: ReactNode }) {
  const me = useMe();
  const { pathname } = useLocation();
  // The menu is open on one page: on the next one it is closed.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  return (
    <div className="frame">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <NavLink to="/" className="brand">
          Office
        </NavLink>
        <button
          type="button"
          className="menu"
          aria-expanded={isOpen}
          aria-controls="areas"
          onClick={() => setOpenAt(isOpen ? undefined : pathname)}
        >
          Menu
        </button>
        <nav id="areas" aria-label="Office" data-open={isOpen}>
          {AREAS.filter(({ right }) => !right || holds(me, right)).map(({ to, text }) => (
            <NavLink key={to} to={to} end={to === '/'}>
              {text}
              {to === '/enquiries' && <Unread />}
            </NavLink>
          ))}
          <NavLink to="/account" className="account">
            {me.person.name}
          </NavLink>
        </nav>
      </header>
      <div className="work">
        {holds(me, 'desk') && <Line />}
        {children}
      </div>
      <Toasts />
      <SayWho />
    </div>
  );
}

/** Asks again who somebody is, before what cannot be undone or takes much away. */
function SayWho() {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<Error>();
  const answer = useRef<(said: boolean) => void>(undefined);
  useEffect(
    () =>
      setAskWho(() => {
        setError(undefined);
        setOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const end = (said: boolean) => {
    answer.current?.(said);
    setOpen(false);
  };
  const byPasskey = async () => {
    try {
      await signInWithPasskey();
      setCsrf((await json<{ csrf: string }>('GET', '/sign-in/me')).csrf);
      end(true);
    } catch (caught) {
      setError(caught instanceof Error ? caught : new Error(String(caught)));
    }
  };
  if (!isOpen) return null;
  const isByPasskey = me.asksAgainBy === 'passkey';
  return (
    <Dialog
      title="Confirm who you are"
      action={isByPasskey ? 'Confirm with a passkey' : 'Sign in again'}
      error={error ?? null}
      onAct={() =>
        isByPasskey
          ? void byPasskey()
          : location.assign(`/sign-in/openid?again=1&next=${encodeURIComponent(location.pathname + location.search)}`)
      }
      onClose={() => end(false)}
    >
      <p>You signed in a while ago. This step cannot be undone, or takes personal data away.</p>
      {isByPasskey && (
        <p className="hint">
          Without a passkey, have a new link made (<code>npm run api -- link NAME</code>) and open it in this browser.
        </p>
      )}
    </Dialog>
  );
}
