import type { RouteParams } from '@wholepage/page-rules/route-match';
import { readPage } from './load-page';
import type { RemoteRoute } from './page';
import { type InitialData, useLoaded } from './use-loaded';

interface RoutePageProps {
  route: RemoteRoute;
  params: RouteParams;
  url: URL;
  initial: InitialData | undefined;
}

/** One page of a remote: its code, its data, and the component that shows them. */
export function RoutePage({ route, params, url, initial }: RoutePageProps) {
  const page = readPage(route);
  const { entry, retry } = useLoaded(page, url, params, initial);
  if (!entry) return null;
  return (
    <page.Page
      state={entry.state}
      data={entry.state === 'ready' ? entry.loaded.data : undefined}
      params={params}
      url={url}
      retry={retry}
    />
  );
}
