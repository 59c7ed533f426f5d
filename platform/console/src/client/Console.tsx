import { NavLink, Route, Routes } from 'react-router-dom';
import { Loaded } from './components/Loaded';
import { Screen } from './components/Screen';
import { isAdmin } from './data/may';
import { type Me, useMe } from './data/queries/queries';
import { useLive } from './data/queries/use-live';
import { ErrorScreen } from './screens/live/ErrorScreen';
import { ErrorsScreen } from './screens/live/ErrorsScreen';
import { PagesScreen } from './screens/live/PagesScreen';
import { AppScreen } from './screens/releases/AppScreen';
import { CompareScreen } from './screens/releases/CompareScreen';
import { FragmentsScreen } from './screens/releases/FragmentsScreen';
import { HistoryScreen } from './screens/releases/HistoryScreen';
import { OverviewScreen } from './screens/releases/OverviewScreen';
import { PreviewsScreen } from './screens/releases/PreviewsScreen';
import { AccountScreen } from './screens/staff/AccountScreen';
import { AuditScreen } from './screens/staff/AuditScreen';
import { PeopleScreen } from './screens/staff/PeopleScreen';
import { PersonScreen } from './screens/staff/PersonScreen';
import { SettingsScreen } from './screens/staff/SettingsScreen';

function Frame({ me }: { me: Me }) {
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
          {isAdmin(me) && <NavLink to="/people">People</NavLink>}
          <NavLink to="/account">{me.person.name}</NavLink>
        </nav>
      </header>
      <p className="live" role="status" data-heard={isHeard}>
        {isHeard ? 'Live' : 'Not connected: what you see may be out of date. Trying again …'}
      </p>
      <Routes>
        <Route path="/" element={<OverviewScreen me={me} />} />
        <Route path="/apps/:app" element={<AppScreen me={me} />} />
        <Route path="/apps/:app/compare" element={<CompareScreen />} />
        <Route path="/errors" element={<ErrorsScreen />} />
        <Route path="/errors/:id" element={<ErrorScreen me={me} />} />
        <Route path="/pages" element={<PagesScreen />} />
        <Route path="/fragments" element={<FragmentsScreen />} />
        <Route path="/previews" element={<PreviewsScreen me={me} />} />
        <Route path="/history" element={<HistoryScreen />} />
        <Route path="/audit" element={<AuditScreen />} />
        <Route path="/settings" element={<SettingsScreen me={me} />} />
        <Route path="/people" element={<PeopleScreen me={me} />} />
        <Route path="/people/:id" element={<PersonScreen me={me} />} />
        <Route path="/account" element={<AccountScreen me={me} />} />
        <Route path="*" element={<Screen title="There is nothing at this address">{null}</Screen>} />
      </Routes>
    </>
  );
}

/** The console of releases. */
export function Console() {
  return <Loaded query={useMe()}>{(me) => <Frame me={me} />}</Loaded>;
}
