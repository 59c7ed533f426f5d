import { frameOf, type SiteConfig } from '../browser/frame';

/** What the composer asks of the shell's release. */
export interface FrameRequest {
  config: SiteConfig;
  path: string;
  /** Whether a remote owns this path; the slot of one that none owns holds the 404 page. */
  found: boolean;
}

/** @returns the frame's HTML before and after the content of its slot */
export const render = async ({ config, path, found }: FrameRequest): Promise<{ before: string; after: string }> =>
  frameOf(config, path, found);
