import { SHELL } from '@wholepage/contracts/version';
import { isHosted } from '@wholepage/releases/hosting';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import { setId } from '../releases/set-id';

/**
 * The live set with these releases in place of its own, for one visitor.
 * @throws Error in one sentence when the shell of the set does not host one of them
 */
export function layOver(live: ReleaseSet, releases: readonly LoadedRelease[]): ReleaseSet {
  const laid = Object.fromEntries(releases.map((release) => [release.manifest.app, release]));
  const apps = { ...live.apps, ...laid };
  const { shell } = apps;
  // Under another shell all remotes are looked at.
  for (const { manifest } of laid[SHELL] ? Object.values(apps) : releases) {
    if (manifest.app === SHELL || !shell || isHosted(manifest.contract, shell.manifest)) continue;
    throw new Error(
      `${manifest.app} ${manifest.version} speaks contract ${manifest.contract}, which shell ${shell.manifest.version} does not host.`,
    );
  }
  return { ...live, id: setId(apps), apps, canaries: [] };
}
