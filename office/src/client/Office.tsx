import { Failure, Loaded, Screen } from '@wholepage/staff-kit/browser/screen';
import { Staff, type StaffService, useMe } from '@wholepage/staff-kit/browser/staff';
import type { OfficeRight } from 'api-wire/office/caller';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { say } from './components/act';
import { ListTable, Visits } from './components/FilteredList';
import { holds, SiteContext, useLoadSite } from './data/site';
import { Layout } from './Layout';
import { TodayScreen } from './TodayScreen';

// Each area is a file of its own: a writer loads nothing of the inbox.
const inbox = () => import('./areas/inbox/inbox');
const courses = () => import('./areas/courses/courses');
const blog = () => import('./areas/blog/blog');
const facts = () => import('./areas/facts/facts');
const staff = () => import('./areas/staff/staff');
const screen = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Who sees which screen: everybody, where no right is named. */
const SCREENS: readonly (readonly [path: string, right: OfficeRight | undefined, Screen: ComponentType])[] = [
  ['/', undefined, TodayScreen],
  ['/account', undefined, screen(staff, 'AccountScreen')],
  ['/enquiries', 'desk', screen(inbox, 'EnquiriesScreen')],
  ['/enquiries/:id', 'desk', screen(inbox, 'EnquiryScreen')],
  ['/templates', 'desk', screen(inbox, 'TemplatesScreen')],
  ['/enrolments', 'desk', screen(courses, 'EnrolmentsScreen')],
  ['/enrolments/:id', 'desk', screen(courses, 'EnrolmentScreen')],
  ['/orders/:id', 'desk', screen(courses, 'OrderScreen')],
  ['/courses', 'desk', screen(courses, 'CoursesScreen')],
  ['/posts', 'writer', screen(blog, 'PostsScreen')],
  ['/posts/:id', 'writer', screen(blog, 'PostScreen')],
  ['/facts/:name', 'owner', screen(facts, 'FactScreen')],
  ['/people', 'owner', screen(staff, 'PeopleScreen')],
  ['/people/:id', 'owner', screen(staff, 'PersonScreen')],
  ['/data-protection', 'owner', screen(staff, 'DataProtectionScreen')],
  ['/audit', 'owner', screen(staff, 'AuditScreen')],
];

/** An area whose code did not come, as after a new release. */
class Area extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (): { error: Error } => ({
    error: new Error('This part of the office could not be loaded. Load the page again.'),
  });
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
  rights: [
    ['desk', 'desk: enquiries, enrolments and orders'],
    ['writer', 'writer: the blog alone'],
    ['owner', 'owner: everything, refunds and people too'],
  ],
  Table: ({ name, rows, columns, empty }) =>
    rows.length > 0 ? (
      <ListTable caption={name} rows={rows} columns={columns} idOf={({ id }) => id} />
    ) : (
      <p className="hint">{empty}</p>
    ),
  linkCommand: 'npm run api -- link NAME',
  say,
};

function Areas() {
  const me = useMe();
  return (
    <Loaded query={useLoadSite()}>
      {(site) => (
        <SiteContext value={site}>
          <Layout>
            <Area>
              <Suspense fallback={<p className="empty waiting">Loading …</p>}>
                <Visits>
                  <Routes>
                    {SCREENS.map(
                      ([path, right, Shown]) =>
                        (!right || holds(me, right)) && <Route key={path} path={path} element={<Shown />} />,
                    )}
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
  // Asked for beside who is signed in.
  useLoadSite();
  return <Staff service={SERVICE} Layout={Areas} />;
}
