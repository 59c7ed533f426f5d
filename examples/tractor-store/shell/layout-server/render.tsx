import type { PublicConfig } from '@wholepage/contracts/mount';
import type { LayoutStatus } from '@wholepage/contracts/page';
import { layoutOf } from '../browser/layout';

/** What the composer asks of the shell's release. */
export interface LayoutRequest {
  config: PublicConfig;
  path: string;
  /** 200 for a remote's page; else the slot holds the page of the shell's own. */
  status: LayoutStatus;
}

/** @returns the layout's HTML before and after the content of its slot */
export const render = async ({ path, status }: LayoutRequest): Promise<{ before: string; after: string }> =>
  layoutOf(path, status);
