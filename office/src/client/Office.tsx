import { Failure, Loaded, Screen } from '@wholepage/staff-kit/browser/screen';
import { Staff, type StaffService, useMe } from '@wholepage/staff-kit/browser/staff';
import { OFFICE_RIGHTS, type OfficeRight } from 'api-wire/office/words';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NavLink, Route, Routes, useLocation } from 'react-router';
import type { OFFICE } from '../service';
import { say, Toasts } from './components/act';
import { ListTable, Visits } from './components/FilteredList';
import { followNews, useNews } from './data/news';
import { holds, SiteContext, useLoadSite } from './data/site';
import { TodayScreen } from './TodayScreen';

// Each area is a chunk of its own: a writer loads nothing of the inbox.
const inbox = () => import('./areas/inbox/inbox');
const courses = () => import('./areas/courses/courses');
const blog = () => import('./areas/blog/blog');
const facts = () => import('./areas/facts/facts');
const staff = () => import('./areas/staff/staff');
const screen = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Screens by path, each with the right that it needs (undefined: none), and its name if the navigation links to it. */
const SCREENS: readonly (readonly [
  path: (typeof OFFICE.pages)[number],
  right: OfficeRight | undefined,
  Screen: ComponentType,
  name?: string,
])[] = [
  ['/', undefined, TodayScreen, 'Today'],
  ['/enquiries', 'desk', screen(inbox, 'EnquiriesScreen'), 'Inbox'],
  ['/enquiries/:id', 'desk', screen(inbox, 'EnquiryScreen')],
  ['/templates', 'desk', screen(inbox, 'TemplatesScreen')],
  ['/enrolments', 'desk', screen(courses, 'EnrolmentsScreen'), 'Enrolments'],
  ['/enrolments/:id', 'desk', screen(courses, 'EnrolmentScreen')],
  ['/orders/:id', 'desk', screen(courses, 'OrderScreen')],
  ['/courses', 'desk', screen(courses, 'CoursesScreen'), 'Courses'],
  ['/posts', 'writer', screen(blog, 'PostsScreen'), 'Blog'],
  ['/posts/:id', 'writer', screen(blog, 'PostScreen')],
  ['/facts/company', 'owner', screen(facts, 'CompanyScreen'), 'Company'],
  ['/facts/navigation', 'owner', screen(facts, 'MenuScreen'), 'Menu'],
  ['/people', 'owner', screen(staff, 'PeopleScreen'), 'People'],
  ['/people/:id', 'owner', screen(staff, 'PersonScreen')],
  ['/data-protection', 'owner', screen(staff, 'DataProtectionScreen'), 'Data protection'],
  ['/audit', 'owner', screen(staff, 'AuditScreen'), 'Audit'],
  ['/account', undefined, screen(staff, 'AccountScreen')],
];

/** Returns the screens that the signed-in person may use. */
function useScreens() {
  const me = useMe();
  return SCREENS.filter(([, right]) => !right || holds(me, right));
}

/** Catches an area whose code fails to load, as after a new release. @property at the path; another one resets the error */
class Area extends Component<{ at: string; children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };
  static getDerivedStateFromError = (): { error: Error } => ({
    error: new Error('This part of the office could not be loaded. Load the page again.'),
  });
  override componentDidUpdate({ at }: { at: string }): void {
    if (at !== this.props.at && this.state.error) this.setState({ error: undefined });
  }
  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main id="main">
        <Failure error={error} onRetry={() => location.reload()} />
      </main>
    );
  }
}

const Nothing = () => (
  <Screen title="There is nothing at this address">
    <p>It may have been erased, or you have no right to it.</p>
  </Screen>
);

const SERVICE: StaffService = {
  rights: OFFICE_RIGHTS,
  Table: ({ name, rows, columns, empty }) =>
    rows.length > 0 ? (
      <ListTable caption={name} rows={rows} columns={columns} idOf={({ id }) => id} />
    ) : (
      <p className="hint">{empty}</p>
    ),
  linkCommand: 'npm run api -- link NAME',
  say,
};

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

function Layout({ children }: { children: ReactNode }) {
  const me = useMe();
  const { pathname } = useLocation();
  // The menu is open for one path, so that navigation closes it.
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
          {useScreens().map(
            ([path, , , name]) =>
              name && (
                <NavLink key={path} to={path} end={path === '/'}>
                  {name}
                  {path === '/enquiries' && <Unread />}
                </NavLink>
              ),
          )}
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

function Areas() {
  const screens = useScreens();
  const { pathname } = useLocation();
  return (
    <Loaded query={useLoadSite()}>
      {(site) => (
        <SiteContext value={site}>
          <Layout>
            <Area at={pathname}>
              <Suspense fallback={<p className="empty waiting">Loading …</p>}>
                <Visits>
                  <Routes>
                    {screens.map(([path, , Shown]) => (
                      <Route key={path} path={path} element={<Shown />} />
                    ))}
                    <Route path="*" element={<Nothing />} />
                  </Routes>
                </Visits>
              </Suspense>
            </Area>
          </Layout>
        </SiteContext>
      )}
    </Loaded>
  );
}

export function Office() {
  // Starts this query in parallel with the one for the signed-in person.
  useLoadSite();
  return <Staff service={SERVICE} Layout={Areas} />;
}
