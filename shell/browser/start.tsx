import type { PageState } from '@wholepage/contracts/page';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PublicConfig } from 'site/config';
// Parts that only the server renders have styles all the same.
import './frame/Footer/Footer.module.css';
import './frame/NotFound/NotFound.module.css';
import { layOutRest } from '@wholepage/shell-kit/boot/lay-out-rest';
import { startPage } from '@wholepage/shell-kit/boot/start-page';
import { reportFailure } from '@wholepage/shell-kit/reports/report';
import { closeOverlays } from './frame/close-overlays';
import { LiveFrame } from './frame/LiveFrame';
import { tellBusy } from './frame/tell-busy';
import { createShellApi } from './shell-api';

/** Of the page that the server made: a visitor may have gone back before any script ran, and the address is another's by then. */
const servedPath = ({ address }: PageState): string => address?.split('?')[0] ?? window.location.pathname;

/** Brings the server-made page to life: React takes over the frame. */
export const start = (state: PageState, config: PublicConfig, events: HeldEvents): Promise<void> =>
  startPage(state, config, events, {
    shell: createShellApi,
    onBusy: (busy) => {
      if (busy) closeOverlays();
      tellBusy(busy);
    },
    start: (root, shell, _releases, own) =>
      startTransition(() => {
        hydrateRoot(root, <LiveFrame config={config} shell={shell} initialPath={servedPath(state)} />, {
          identifierPrefix: 'shell-',
          onUncaughtError: (error) => {
            console.error('The frame failed.', error);
            reportFailure(own, 'runtime');
          },
        });
      }),
    onShown: layOutRest,
  });
