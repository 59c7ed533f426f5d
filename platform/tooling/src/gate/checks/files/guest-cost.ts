import { untilMounted } from '../../browser/probes/mounts';
import { untilIdle } from '../../browser/probes/read-page';
import { openPage } from '../../browser/visits/open-page';
import type { Check, Fault } from '../../check';
import { GUEST, guestBundler, isGuest, readFederationManifest } from '../../inspect/bundle/guest';
import { guestBytes } from '../../inspect/bundle/guest-bytes';

/** All scripts of a guest's page that are not the shell's, in bytes after brotli. */
const BUDGET = 150_000;

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

export const guestCost: Check = {
  name: 'guest-cost',
  holds: `a remote of another bundler costs visitors at most ${kB(BUDGET)} of script`,
  inapplicable: ({ candidate }) => (isGuest(candidate) ? undefined : 'this platform built it'),
  async run({ candidate, site, note }) {
    const { app, version } = candidate.manifest;
    const { browser, composer, pages } = await site();
    const [path = '/'] = pages;
    const opened = await openPage(browser, composer.origin + path, { width: 1440, scripts: true });
    try {
      // A page that is never mounted is reported by the check of pages; what it fetched meanwhile counts here.
      await untilMounted(opened, app).catch(() => {});
      await untilIdle(opened.page);
      const folder = `/_releases/${app}/${version}/`;
      const asked = await opened.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      const paths = asked.map((url) => new URL(url).pathname).filter((one) => one.startsWith(folder));
      const manifest = await readFederationManifest(candidate, `${GUEST}mf-manifest.json`);
      const fetched = paths.map((one) => one.slice(folder.length));
      const { copies, rest } = guestBytes(candidate.manifest, manifest, fetched);
      const parts = `${kB(copies)} are copies of what it shares, ${kB(rest)} its own code and runtime`;
      note(`Visitors of ${path} fetch ${kB(copies + rest)} of its scripts after brotli: ${parts}.`);
      if (copies + rest <= BUDGET) return [];
      const { options } = await guestBundler(candidate, manifest);
      const fault: Fault = {
        where: path,
        what: `Its scripts weigh ${kB(copies + rest)} after brotli, and ${kB(BUDGET)} are allowed: ${parts}.`,
        todo: `Set "import: false" in "shared" of ${options} for what the shell shares, or load code later with import().`,
      };
      return [fault];
    } finally {
      await opened.close();
    }
  },
};
