import { launchChrome } from '@wholepage/tooling/launch-chrome';
import { stopServices } from '@wholepage/tooling/spawn';
import type { WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Page } from 'playwright-core';
import { type Line, median, printLines } from '../measure/line';
import { copySite, devPorts, startDev, until } from './dev-site';
import { EDITS, type Edit } from './edits';

const ROUNDS = 3;

/** Whether the API answers with the header. */
const isInApi = async (api: string): Promise<boolean | undefined> => {
  const answer = await fetch(`${api}/healthz`).catch(() => undefined);
  return answer?.ok ? answer.headers.has('x-edited') : undefined;
};

async function timesOf(edit: Edit, copy: WorkspaceCopy, page: Page, api: string): Promise<number[]> {
  const { what, file, from, to, isSeen } = edit;
  // While one page gives way to the next there is none to ask.
  const look = () => (isSeen ? page.evaluate(isSeen).catch(() => undefined) : isInApi(api));
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await copy.edit(file, from, to);
    await until(what, async () => (await look()) === true);
    times.push(performance.now() - started);
    await copy.edit(file, to, from);
    await until(`${what}, undone`, async () => (await look()) === false);
  }
  // The last load belongs to this edit, not to the next.
  await page.waitForLoadState();
  return times;
}

const copy = await copySite();
const ports = await devPorts();
const service = await startDev(copy.root, ports).catch(async (error: unknown) => {
  await copy.remove();
  throw error;
});
const browser = await launchChrome();
try {
  const page = await browser.newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  page.on('pageerror', ({ message }) => {
    console.error(`The page threw: ${message}`);
    process.exitCode = 1;
  });
  await page.goto(`http://localhost:${ports[0]}/blog`);
  const lines: Line[] = [];
  for (const edit of EDITS) {
    loads = 0;
    const seconds = median(await timesOf(edit, copy, page, `http://localhost:${ports[1]}`)) / 1000;
    // Each round changes the file and changes it back.
    const perChange = loads / (2 * ROUNDS);
    lines.push({
      what: `${edit.what} (${edit.file})`,
      value: `${seconds.toFixed(2)} s, ${perChange.toFixed(1)} page loads`,
      goal: `< ${edit.goal / 1000} s, one page load at most`,
      holds: seconds * 1000 < edit.goal && perChange <= 1,
    });
  }
  printLines(lines);
  if (lines.some(({ holds }) => !holds)) process.exitCode = 1;
} finally {
  await browser.close();
  await stopServices([service]);
  await copy.remove();
}
