import type { LayoutStatus } from '@wholepage/contracts/page';
import { layoutOf, type SiteConfig } from '../browser/layout';

/** What the composer asks of the shell's release. */
export interface LayoutRequest {
  config: SiteConfig;
  path: string;
  /** 200 for a remote's page; else the slot holds the page of the shell's own. */
  status: LayoutStatus;
}

/** @returns the layout's HTML before and after the content of its slot */
export const render = async ({ config, path, status }: LayoutRequest): Promise<{ before: string; after: string }> =>
  layoutOf(config, path, status);
