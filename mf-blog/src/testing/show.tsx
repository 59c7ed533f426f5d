import { render } from '@testing-library/react';
import { type PageProps, RemoteContext } from '@wholepage/remote-kit';
import { findRoute } from '@wholepage/remote-kit/testing';
import type { ComponentType } from 'react';
import { stubShell } from 'site/testing';
import { routes } from '../routes';
import { config } from './config';

const shell = stubShell();

/** Shows a page in the state that the kit would put it in. */
export function showPage<Data>(
  page: { Page: ComponentType<PageProps<Data>> },
  path: string,
  props: Partial<PageProps<Data>>,
) {
  const url = new URL(path, config.siteOrigin);
  const { params = {} } = findRoute(routes, url.pathname) ?? {};
  return render(
    <RemoteContext value={{ config, shell }}>
      <page.Page state="ready" data={undefined} params={params} url={url} retry={() => {}} {...props} />
    </RemoteContext>,
  );
}
