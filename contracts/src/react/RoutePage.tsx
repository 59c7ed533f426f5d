import { use } from 'react';
import type { RouteParams } from '../route-match';
import { loadedPage, loadPage } from './load-page';
import type { AnyPage, RemoteRoute } from './page';
import { type InitialData, useLoaded } from './use-loaded';

interface RoutePageProps {
  route: RemoteRoute;
  params: RouteParams;
  url: URL;
  initial: InitialData | undefined;
}

/**
 * One page of a remote: its code, its data, and the component that shows them. It has no hooks beside `use`: when React
 * replays it after the wait, `use` is skipped, and any hook after it would then be counted wrongly (React error 467).
 */
export function RoutePage(props: RoutePageProps) {
  const page = loadedPage(props.route) ?? use(loadPage(props.route));
  return <LoadedPage page={page} {...props} />;
}

function LoadedPage({ page, params, url, initial }: RoutePageProps & { page: AnyPage }) {
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
