import type { LayoutStatus } from '@wholepage/contracts/page';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PublicConfig } from 'site/config';
import type { NavigationLink } from 'site/navigation';
import { Footer, Links } from '../browser/layout/Footer/Footer';
import { Layout, LIVE_PARTS, type LivePart } from '../browser/layout/Layout';
import statusPage from '../browser/layout/StatusPage/StatusPage.module.css';

/** The composer's request to the shell's release. */
export interface LayoutRequest {
  config: PublicConfig;
  path: string;
  /** 200: a remote's page. Otherwise the slot holds the shell's own page. */
  status: LayoutStatus;
}

/** Marks the place of the remote's HTML in the layout's HTML. */
const SLOT_MARK = '<!--slot-->';

/** @returns the layout's HTML before and after the content of its slot */
export async function render({ config, path, status }: LayoutRequest): Promise<{ before: string; after: string }> {
  const live = (id: LivePart): string => {
    const Part = LIVE_PARTS[id];
    return renderToString(<Part config={config} path={path} />, { identifierPrefix: `${id}-` });
  };
  const html = renderToStaticMarkup(
    <Layout
      html={{
        'layout-header': live('layout-header'),
        'layout-bar': live('layout-bar'),
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

const WORDS: Record<Exclude<LayoutStatus, 200>, { heading: string; text: string }> = {
  401: {
    heading: 'Please Sign In First',
    text: 'This page is made for its owner alone. Sign in, and it is all yours.',
  },
  403: {
    heading: 'This Page Is Not for You',
    text: 'It is kept for somebody else. If it should be yours, please write to us.',
  },
  404: {
    heading: 'Oops! Page Not Found',
    text: 'This piece was cut from another pattern, or the thread to it has snapped. Nothing of yours is lost.',
  },
};

/** The page of an address that no remote owns, or that this visitor may not see. */
function StatusPage({ status, links }: { status: Exclude<LayoutStatus, 200>; links: NavigationLink[] }) {
  const { heading, text } = WORDS[status];
  return (
    <div className={statusPage.page}>
      <p className={statusPage.number} aria-hidden="true">
        {status}
      </p>
      <div className={statusPage.words}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{text}</p>
        <p>
          <a className={statusPage.home} href="/">
            Back to Home
          </a>
        </p>
        <Links links={links} className={statusPage.links} />
      </div>
    </div>
  );
}
