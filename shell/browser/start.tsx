import type { PageState } from '@wholepage/contracts/page';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { PublicConfig } from 'site/config';
// Stylesheets of the parts that only the server renders.
import './layout/Footer/Footer.module.css';
import './layout/StatusPage/StatusPage.module.css';
import { openRoot } from '@wholepage/remote-kit/own-root';
import { startPage } from '@wholepage/shell-kit/boot/start-page';
import { layOutRest } from '@wholepage/shell-kit/navigation/arrive';
import { copyOf } from '@wholepage/shell-kit/remotes/remote-host';
import { type Reported, reportFailure } from '@wholepage/shell-kit/reports/report';
import { LIVE_PARTS, type LivePart } from './layout/Layout';
import { Overlays } from './layout/Overlays/Overlays';
import { createShellApi, tellBusy } from './shell-api';

/** Returns the path of the server-rendered page. The address may have changed: a visitor can go back before scripts run. */
const servedPath = ({ address }: PageState): string => address?.split('?')[0] ?? window.location.pathname;

/** Hydrates a part of the layout. A part that fails shows the server's HTML again, whose links work. */
function takeOver(id: LivePart, config: PublicConfig, path: string, own: Reported): void {
  const element = document.getElementById(id);
  if (!element) return;
  const served = copyOf(element);
  const Part = LIVE_PARTS[id];
  openRoot(element, <Part config={config} path={path} />, {
    identifierPrefix: `${id}-`,
    start: 'slices',
    onFail(error) {
      console.error('The layout failed.', error);
      reportFailure(own, 'runtime');
      element.replaceChildren(...served());
    },
  });
}

/** Hydrates the server-rendered page, each part of the layout by itself. */
export const start = (state: PageState, config: PublicConfig, events: HeldEvents): Promise<void> =>
  startPage(state, config, events, {
    shell: createShellApi,
    onBusy: tellBusy,
    start: (shell, _releases, own) => {
      takeOver('layout-header', config, servedPath(state), own);
      takeOver('layout-bar', config, servedPath(state), own);
      const overlays = document.createElement('div');
      document.getElementById('app')?.append(overlays);
      startTransition(() => createRoot(overlays).render(<Overlays config={config} shell={shell} />));
    },
    onShown: layOutRest,
  });
