import { Component, lazy, type ReactNode, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { Failure, Loaded } from './components/Loaded';
import { Screen } from './components/Screen';
import { holds, MeContext, useLoadMe } from './data/me';
import { Frame } from './Frame';
import { TodayScreen } from './TodayScreen';

// Each area is a file of its own: a writer loads nothing of the inbox.
const EnquiriesScreen = lazy(() => import('./areas/inbox/inbox').then((area) => ({ default: area.EnquiriesScreen })));
const EnquiryScreen = lazy(() => import('./areas/inbox/inbox').then((area) => ({ default: area.EnquiryScreen })));
const TemplatesScreen = lazy(() => import('./areas/inbox/inbox').then((area) => ({ default: area.TemplatesScreen })));
const EnrolmentsScreen = lazy(() =>
  import('./areas/courses/courses').then((area) => ({ default: area.EnrolmentsScreen })),
);
const EnrolmentScreen = lazy(() =>
  import('./areas/courses/courses').then((area) => ({ default: area.EnrolmentScreen })),
);
const OrderScreen = lazy(() => import('./areas/courses/courses').then((area) => ({ default: area.OrderScreen })));
const CoursesScreen = lazy(() => import('./areas/courses/courses').then((area) => ({ default: area.CoursesScreen })));
const PostsScreen = lazy(() => import('./areas/blog/blog').then((area) => ({ default: area.PostsScreen })));
const PostScreen = lazy(() => import('./areas/blog/blog').then((area) => ({ default: area.PostScreen })));
const FactScreen = lazy(() => import('./areas/facts/facts').then((area) => ({ default: area.FactScreen })));
const PeopleScreen = lazy(() => import('./areas/staff/staff').then((area) => ({ default: area.PeopleScreen })));
const DataProtectionScreen = lazy(() =>
  import('./areas/staff/staff').then((area) => ({ default: area.DataProtectionScreen })),
);
const AuditScreen = lazy(() => import('./areas/staff/staff').then((area) => ({ default: area.AuditScreen })));
const AccountScreen = lazy(() => import('./areas/staff/staff').then((area) => ({ default: area.AccountScreen })));

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

/** The owner's office. */
export function Office() {
  return (
    <Loaded query={useLoadMe()}>
      {(me) => (
        <MeContext value={me}>
          <Frame>
            <Area>
              <Suspense fallback={<p className="empty waiting">Loading …</p>}>
                <Routes>
                  <Route path="/" element={<TodayScreen />} />
                  <Route path="/account" element={<AccountScreen />} />
                  {holds(me, 'desk') && (
                    <>
                      <Route path="/enquiries" element={<EnquiriesScreen />} />
                      <Route path="/enquiries/:id" element={<EnquiryScreen />} />
                      <Route path="/templates" element={<TemplatesScreen />} />
                      <Route path="/enrolments" element={<EnrolmentsScreen />} />
                      <Route path="/enrolments/:id" element={<EnrolmentScreen />} />
                      <Route path="/orders/:id" element={<OrderScreen />} />
                      <Route path="/courses" element={<CoursesScreen />} />
                    </>
                  )}
                  {holds(me, 'writer') && (
                    <>
                      <Route path="/posts" element={<PostsScreen />} />
                      <Route path="/posts/:id" element={<PostScreen />} />
                    </>
                  )}
                  {holds(me, 'owner') && (
                    <>
                      <Route path="/facts/:name" element={<FactScreen />} />
                      <Route path="/people" element={<PeopleScreen />} />
                      <Route path="/data-protection" element={<DataProtectionScreen />} />
                      <Route path="/audit" element={<AuditScreen />} />
                    </>
                  )}
                  <Route path="*" element={<Nothing />} />
                </Routes>
              </Suspense>
            </Area>
          </Frame>
        </MeContext>
      )}
    </Loaded>
  );
}
