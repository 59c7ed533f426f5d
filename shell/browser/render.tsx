import type { PublicConfig } from 'contracts/config';
import { renderToString } from 'react-dom/server';
import { Frame } from './frame/Frame';

/** What the composer asks of the shell's release. */
export interface FrameRequest {
  config: PublicConfig;
  path: string;
  found: boolean;
}

/** Stands in the frame's HTML where the remote's goes. */
const SLOT_MARK = '<!--slot-->';

/** @returns the frame's HTML before and after the content of its slot */
export async function render({ config, path, found }: FrameRequest): Promise<{ before: string; after: string }> {
  const html = renderToString(<Frame config={config} path={path} found={found} slotHtml={{ __html: SLOT_MARK }} />, {
    identifierPrefix: 'shell-',
  });
  const [before = '', after = ''] = html.split(SLOT_MARK);
  return { before, after };
}
