import type { CDPSession, Page } from 'playwright-core';
import { type GlobalsRead, patchedBeyond, readGlobals } from '../browser/probes/globals';
import { type FrameRead, frameChanges, readFrame } from './frame/read-frame';

/** A page whose scripts are followed and whose built-ins were remembered, see `openClosely`. */
export interface MarkedTab {
  page: Page;
  session: CDPSession;
  scripts: ReadonlyMap<string, string>;
}

/** How a page is before something comes and goes. */
export interface Marks {
  frame: FrameRead;
  globals: GlobalsRead;
}

const ASKED = { tokens: [], personal: [] };

export const readMarks = async ({ page, session, scripts }: MarkedTab): Promise<Marks> => ({
  frame: await readFrame(page, ASKED),
  globals: await readGlobals(session, scripts),
});

/** What is not as it was, as clauses about what came and went. @param isExpected names on `window` that are there by right */
export async function marksLeft(
  before: Marks,
  tab: MarkedTab,
  isExpected: (name: string) => boolean,
): Promise<string[]> {
  // First: with replaced built-ins nothing else can be read.
  const globals = await readGlobals(tab.session, tab.scripts);
  const patched = patchedBeyond([before.globals], globals);
  const added = globals.names.filter((name) => !before.globals.names.includes(name) && !isExpected(name));
  const frame = frameChanges(before.frame, await readFrame(tab.page, ASKED));
  return [
    ...patched.map((name) => `it has replaced or added ${name}`),
    ...added.map((name) => `it has left window.${name}`),
    ...frame.map((what) => `it has changed the frame: ${what}`),
  ];
}
