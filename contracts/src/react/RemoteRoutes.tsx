import { useMemo, useState } from 'react';
import { type Location, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { findRoute } from './load-page';
import type { RemoteDefinition, RemoteRoute } from './page';
import { RoutePage } from './RoutePage';
import type { InitialData } from './use-loaded';

interface RemoteRoutesProps {
  definition: RemoteDefinition;
  origin: string;
  initial: InitialData | undefined;
}

/** The remote's routes. An address that is not ours leaves the last page standing until the shell unmounts us. */
export function RemoteRoutes({ definition, origin, initial }: RemoteRoutesProps) {
  const location = useLocation();
  const [owned, setOwned] = useState(location);
  if (location !== owned && findRoute(definition.routes, location.pathname)) setOwned(location);
  return (
    <Routes location={owned}>
      {definition.routes.map((route) => (
        <Route
          key={route.path}
          path={route.path}
          element={<At key={route.path} route={route} location={owned} origin={origin} initial={initial} />}
        />
      ))}
    </Routes>
  );
}

interface AtProps {
  route: RemoteRoute;
  location: Location;
  origin: string;
  initial: InitialData | undefined;
}

function At({ route, location, origin, initial }: AtProps) {
  const params = useParams() as Record<string, string>;
  const address = location.pathname + location.search;
  const url = useMemo(() => new URL(address, origin), [address, origin]);
  return <RoutePage route={route} params={params} url={url} initial={initial} />;
}
