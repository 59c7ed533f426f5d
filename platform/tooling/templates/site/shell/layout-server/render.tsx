import type { LayoutStatus } from '@wholepage/contracts/page';
import { layoutOf, type SiteConfig } from '../browser/layout';

/** The composer's request for a layout. */
export interface LayoutRequest {
  config: SiteConfig;
  path: string;
  /** 200 for a remote's page; for other statuses the slot holds a page of the shell. */
  status: LayoutStatus;
}

/** @returns the layout's HTML before and after the content of its slot */
export const render = async ({ config, path, status }: LayoutRequest): Promise<{ before: string; after: string }> =>
  layoutOf(config, path, status);
