import type { FrameStatus } from '@wholepage/contracts/page';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PublicConfig } from 'site/config';
import { Footer } from '../browser/frame/Footer/Footer';
import { Frame, LIVE_PARTS, type LivePart } from '../browser/frame/Frame';
import { StatusPage } from '../browser/frame/StatusPage/StatusPage';

/** What the composer asks of the shell's release. */
export interface FrameRequest {
  config: PublicConfig;
  path: string;
  /** 200 for a remote's page; else the slot holds the page of the shell's own. */
  status: FrameStatus;
}

/** Stands in the frame's HTML where the remote's goes. */
const SLOT_MARK = '<!--slot-->';

/** @returns the frame's HTML before and after the content of its slot */
export async function render({ config, path, status }: FrameRequest): Promise<{ before: string; after: string }> {
  const live = (id: LivePart): string => {
    const Part = LIVE_PARTS[id];
    return renderToString(<Part config={config} path={path} />, { identifierPrefix: `${id}-` });
  };
  const html = renderToStaticMarkup(
    <Frame
      html={{
        'frame-header': live('frame-header'),
        'frame-bar': live('frame-bar'),
        slot:
          status === 200
            ? SLOT_MARK
            : SLOT_MARK + renderToStaticMarkup(<StatusPage status={status} links={config.navigation.lost} />),
        footer: renderToStaticMarkup(<Footer config={config} />),
      }}
    />,
  );
  const [before = '', after = ''] = html.split(SLOT_MARK);
  return { before, after };
}
