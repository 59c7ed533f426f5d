import { AccountScreen, AuditTable, PeopleScreen, PersonScreen } from '@wholepage/staff-kit/browser/people';
import { Screen } from '@wholepage/staff-kit/browser/screen';
import { Staff, type StaffService, useMe } from '@wholepage/staff-kit/browser/staff';
import { NavLink, Route, Routes } from 'react-router-dom';
import { consoleCommand } from '../command';
import { DataTable } from './components/DataTable';
import { HistoryScreen } from './components/VersionsTable';
import { useIsAdmin, useLive } from './data/queries';
import { AppScreen } from './screens/AppScreen';
import { CompareScreen } from './screens/CompareScreen';
import { ErrorScreen } from './screens/ErrorScreen';
import { ErrorsScreen } from './screens/ErrorsScreen';
import { FragmentsScreen } from './screens/FragmentsScreen';
import { OverviewScreen } from './screens/OverviewScreen';
import { PagesScreen } from './screens/PagesScreen';
import { PreviewsScreen } from './screens/PreviewsScreen';
import { SettingsScreen } from './screens/SettingsScreen';

/** What the screens of people take from the console. */
const SERVICE: StaffService = {
  rights: [
    ['viewer', 'sees everything but people'],
    ['admin', 'does everything'],
    ['releaser:APP,APP', 'releases these apps'],
  ],
  Table: DataTable,
  linkCommand: consoleCommand('link', 'NAME'),
  command: consoleCommand,
};

function Layout() {
  const { person } = useMe();
  const isAdmin = useIsAdmin();
  const isHeard = useLive();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header>
        <NavLink to="/" className="brand">
          Console
        </NavLink>
        <nav aria-label="Console">
          <NavLink to="/" end>
            Overview
          </NavLink>
          <NavLink to="/errors">Errors</NavLink>
          <NavLink to="/pages">Pages</NavLink>
          <NavLink to="/fragments">Fragments</NavLink>
          <NavLink to="/previews">Previews</NavLink>
          <NavLink to="/history">History</NavLink>
          <NavLink to="/audit">Audit</NavLink>
          <NavLink to="/settings">Settings</NavLink>
          {isAdmin && <NavLink to="/people">People</NavLink>}
          <NavLink to="/account">{person.name}</NavLink>
        </nav>
      </header>
      <p className="live" role="status" data-heard={isHeard}>
        {isHeard ? 'Live' : 'Not connected: what you see may be out of date. Trying again …'}
      </p>
      <Routes>
        <Route path="/" element={<OverviewScreen />} />
        <Route path="/apps/:app" element={<AppScreen />} />
        <Route path="/apps/:app/compare" element={<CompareScreen />} />
        <Route path="/errors" element={<ErrorsScreen />} />
        <Route path="/errors/:id" element={<ErrorScreen />} />
        <Route path="/pages" element={<PagesScreen />} />
        <Route path="/fragments" element={<FragmentsScreen />} />
        <Route path="/previews" element={<PreviewsScreen />} />
        <Route path="/history" element={<HistoryScreen />} />
        <Route path="/audit" element={<AuditScreen />} />
        <Route path="/settings" element={<SettingsScreen />} />
        <Route path="/people" element={<PeopleScreen />} />
        <Route path="/people/:id" element={<PersonScreen />} />
        <Route path="/account" element={<AccountScreen />} />
        <Route path="*" element={<Screen title="There is nothing at this address">{null}</Screen>} />
      </Routes>
    </>
  );
}

/** Who did what here, and what was refused. */
const AuditScreen = () => (
  <Screen title="Audit">
    <p className="hint">The newest 500 lines. Nobody can change or remove one.</p>
    <AuditTable name="Audit" limit={500} />
  </Screen>
);

/** The console of releases. */
export const Console = () => <Staff service={SERVICE} Layout={Layout} />;
