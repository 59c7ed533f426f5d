import type { AnyPage, PageProps } from '@wholepage/remote-kit';
import { stubShell } from 'site/testing';
import { pageAt, show } from 'site/testing-pages';
import { routes } from '../routes';
import { config } from './config';

const shell = stubShell();

/** Shows a page in a state that the kit could put it in. */
export const showPage = (page: AnyPage, path: string, props: Partial<PageProps<unknown>>) =>
  show(pageAt(page, path, routes, { data: undefined, ...props }), shell, config);
