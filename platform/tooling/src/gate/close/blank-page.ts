import type { GlobalsRead } from '../browser/probes/globals';
import { readGlobals } from '../browser/probes/globals';
import { untilMounted } from '../browser/probes/mounts';
import { untilIdle } from '../browser/probes/read-page';
import { BLANK } from '../browser/site/blank-remote';
import type { GateSite } from '../browser/site/gate-site';
import { goOn } from '../browser/visits/soft-visits';
import { type FrameAsked, type FrameRead, readFrame } from './frame/read-frame';
import { lookAround } from './look-around';
import { openClosely } from './open-closely';
import { runPageTime } from './page-time';
import { readStorage, type StorageRead } from './storage';

/** How the site is with a page that does nothing: what differs on a page of the candidate is the candidate's. */
export interface BlankPage {
  /** Before and after the page time. */
  frame: FrameRead;
  lateFrame: FrameRead;
  /** Before and after the shell had fetched what it needs for a second page. */
  globals: readonly GlobalsRead[];
  storage: StorageRead;
}

export async function readBlankPage({ browser, composer }: GateSite, asked: FrameAsked): Promise<BlankPage> {
  const opened = await openClosely(browser, composer.origin + BLANK.path);
  const { page, context, session, scripts } = opened;
  try {
    await untilMounted(opened, BLANK.app);
    const early = await readGlobals(session, scripts);
    await goOn(opened);
    await untilIdle(page);
    await lookAround(page);
    const frame = await readFrame(page, asked);
    const storage = await readStorage(page, context);
    await runPageTime(page);
    const lateFrame = await readFrame(page, asked);
    return { frame, storage, lateFrame, globals: [early, await readGlobals(session, scripts)] };
  } finally {
    await opened.close();
  }
}
