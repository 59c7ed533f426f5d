import { useMe } from '@wholepage/staff-kit/browser/staff';
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Toasts } from './components/act';
import { followNews, useNews } from './data/news';
import { holds } from './data/site';

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

export function Layout({ children }: { children: ReactNode }) {
  const me = useMe();
  const { pathname } = useLocation();
  // The menu is open on one page: on the next one it is closed.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  return (
    <div className="layout">
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
    </div>
  );
}
