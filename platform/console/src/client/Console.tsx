import { AccountScreen, AuditTable, PeopleScreen, PersonScreen } from '@wholepage/staff-kit/browser/people';
import { Screen } from '@wholepage/staff-kit/browser/screen';
import { Staff, type StaffService, useMe } from '@wholepage/staff-kit/browser/staff';
import type { ComponentType } from 'react';
import { NavLink, Route, Routes } from 'react-router-dom';
import { consoleCommand } from '../command';
import { RIGHTS } from '../rights';
import type { CONSOLE } from '../service';
import { DataTable } from './components/DataTable';
import { useHolds, useLive } from './data/queries';
import { AppScreen, HistoryScreen } from './screens/AppScreen';
import { CompareScreen } from './screens/CompareScreen';
import { ErrorScreen, ErrorsScreen } from './screens/ErrorsScreen';
import { FragmentsScreen } from './screens/FragmentsScreen';
import { OverviewScreen } from './screens/OverviewScreen';
import { PagesScreen } from './screens/PagesScreen';
import { PreviewsScreen } from './screens/PreviewsScreen';
import { SettingsScreen } from './screens/SettingsScreen';

const SERVICE: StaffService = {
  rights: RIGHTS,
  Table: DataTable,
  linkCommand: consoleCommand('link', 'NAME'),
  command: consoleCommand,
};

const AuditScreen = () => (
  <Screen title="Audit">
    <p className="hint">The newest 500 lines. Nobody can change or remove one.</p>
    <AuditTable name="Audit" limit={500} />
  </Screen>
);

const Nothing = () => <Screen title="There is nothing at this address">{null}</Screen>;

/** All screens. A screen with a name has a link in the navigation, for everybody or for those with a right. */
const SCREENS: readonly (readonly [
  path: (typeof CONSOLE.pages)[number] | '*',
  Screen: ComponentType,
  name?: string,
  right?: keyof typeof RIGHTS,
])[] = [
  ['/', OverviewScreen, 'Overview'],
  ['/apps/:app', AppScreen],
  ['/apps/:app/compare', CompareScreen],
  ['/errors', ErrorsScreen, 'Errors'],
  ['/errors/:id', ErrorScreen],
  ['/pages', PagesScreen, 'Pages'],
  ['/fragments', FragmentsScreen, 'Fragments'],
  ['/previews', PreviewsScreen, 'Previews'],
  ['/history', HistoryScreen, 'History'],
  ['/audit', AuditScreen, 'Audit', 'admin'],
  ['/settings', SettingsScreen, 'Settings'],
  ['/people', PeopleScreen, 'People', 'admin'],
  ['/people/:id', PersonScreen],
  ['/account', AccountScreen],
  ['*', Nothing],
];

function Layout() {
  const { person } = useMe();
  const mine = useHolds();
  const isHeard = useLive();
  return (
    <>
      <header>
        <NavLink to="/" className="brand">
          Console
        </NavLink>
        <nav aria-label="Console">
          {SCREENS.map(
            ([path, , name, right = 'viewer']) =>
              name &&
              mine(right) && (
                <NavLink key={path} to={path} end={path === '/'}>
                  {name}
                </NavLink>
              ),
          )}
          <NavLink to="/account">{person.name}</NavLink>
        </nav>
      </header>
      <p className="live" role="status" data-heard={isHeard}>
        {isHeard ? 'Live' : 'Not connected: what you see may be out of date. Trying again …'}
      </p>
      <Routes>
        {SCREENS.map(([path, Shown]) => (
          <Route key={path} path={path} element={<Shown />} />
        ))}
      </Routes>
    </>
  );
}

export const Console = () => <Staff service={SERVICE} Layout={Layout} />;
