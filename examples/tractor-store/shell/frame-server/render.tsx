import type { PublicConfig } from '@wholepage/contracts/mount';
import type { FrameStatus } from '@wholepage/contracts/page';
import { frameOf } from '../browser/frame';

/** What the composer asks of the shell's release. */
export interface FrameRequest {
  config: PublicConfig;
  path: string;
  /** 200 for a remote's page; else the slot holds the page of the shell's own. */
  status: FrameStatus;
}

/** @returns the frame's HTML before and after the content of its slot */
export const render = async ({ path, status }: FrameRequest): Promise<{ before: string; after: string }> =>
  frameOf(path, status);
