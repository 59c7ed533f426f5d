import { NavLink, Route, Routes } from 'react-router-dom';
import { Loaded, Screen } from './components/Screen';
import { isAdmin, type Me, useLive, useMe } from './data/queries';
import { AccountScreen } from './screens/AccountScreen';
import { AppScreen } from './screens/AppScreen';
import { AuditScreen, HistoryScreen } from './screens/AuditScreen';
import { CompareScreen } from './screens/CompareScreen';
import { ErrorScreen } from './screens/ErrorScreen';
import { ErrorsScreen } from './screens/ErrorsScreen';
import { FragmentsScreen } from './screens/FragmentsScreen';
import { OverviewScreen } from './screens/OverviewScreen';
import { PagesScreen } from './screens/PagesScreen';
import { PeopleScreen } from './screens/PeopleScreen';
import { PersonScreen } from './screens/PersonScreen';
import { PreviewsScreen } from './screens/PreviewsScreen';
import { SettingsScreen } from './screens/SettingsScreen';

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
