import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { type PageProps, RemoteContext } from 'remote-kit';
import { config } from './config';

const shell = {
  openEnquiry: () => {},
  alert: () => Promise.resolve(),
  toast: () => {},
  navigate: () => {},
  setHead: () => {},
  fail: () => {},
};

/** Shows a page in the state that the kit would put it in. */
export function showPage<Data>(
  page: { Page: ComponentType<PageProps<Data>> },
  path: string,
  props: Partial<PageProps<Data>>,
) {
  const url = new URL(path, config.siteOrigin);
  return render(
    <RemoteContext value={{ config, shell }}>
      <page.Page state="ready" data={undefined} params={{}} url={url} retry={() => {}} {...props} />
    </RemoteContext>,
  );
}
