import type { PublicConfig } from '@wholepage/contracts/mount';
import type { PageState } from '@wholepage/contracts/page';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { startPage } from '@wholepage/shell-kit/boot/start-page';
import { followPath } from './follow-path';
import { createShellApi } from './shell-api';

/** Hydrates the page that the server rendered. The layout itself is plain HTML without a React root. */
export const start = (state: PageState, config: PublicConfig, events: HeldEvents): Promise<void> =>
  startPage(state, config, events, {
    shell: createShellApi,
    onBusy: (busy) => document.documentElement.toggleAttribute('data-busy', busy),
    start: followPath,
    onShown: () => {},
  });
