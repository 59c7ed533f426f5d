import { render } from '@testing-library/react';
import { type PageProps, RemoteContext } from '@wholepage/remote-kit';
import type { ComponentType } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
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
  const shown: PageProps<Data> = { state: 'ready', data: undefined, params: {}, url, retry: () => {}, ...props };
  return render(
    <RemoteContext value={{ config, shell }}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          {routes.map((route) => (
            <Route key={route.path} path={route.path} element={<page.Page {...shown} />} />
          ))}
        </Routes>
      </MemoryRouter>
    </RemoteContext>,
  );
}
