import { FRAME_RIGHTS, framedPath } from '@wholepage/contracts/framed';
import type { RenderedPage } from '@wholepage/contracts/render';
import { tag } from '../pages/document/html';
import type { PageContent } from '../pages/page-content';
import type { Owner } from '../pages/page-parts';
import type { ReleaseSet } from '../releases/release-set';
import { plainHtml } from './plain-html';

/** CSS pixels before the frame says how high its page is. */
const FIRST_HEIGHT = '800';

/** The slot of a page whose remote is framed: the frame, and the page's words for search engines. */
export const framedSlot = ({ name }: Owner, url: URL, { head, rendered }: PageContent): string =>
  [
    `${tag('iframe', {
      src: framedPath(name, url.pathname + url.search),
      sandbox: FRAME_RIGHTS,
      title: head.title || name,
      width: '100%',
      height: FIRST_HEIGHT,
    })}</iframe>`,
    `<div hidden>${plainHtml(rendered?.html ?? '')}</div>`,
  ].join('');

/** What a page lets in beside its own files. Pages of the site may hold frames of its own origin while an app is framed. */
export function allowOn(
  { apps }: ReleaseSet,
  owner: Owner | undefined,
  asked: RenderedPage['allow'],
): RenderedPage['allow'] {
  if (!Object.values(apps).some(({ isFramed }) => isFramed)) return asked;
  // What a framed remote asks for is for its frame.
  const allow = owner?.release.isFramed ? undefined : asked;
  return { ...allow, frame: [...(allow?.frame ?? []), "'self'"] };
}
