import type { PageState } from '@wholepage/contracts/page';
import type { PageFragments } from '../../fragments/page-fragments';
import type { LoadedRelease, ReleaseSet } from '../../releases/release-set';
import type { PageContent } from '../page-content';
import { type Owner, remoteOnPage } from '../page-parts';

/** A page as it is about to be sent, but for its document. */
export interface PageParts {
  set: ReleaseSet;
  url: URL;
  shell: LoadedRelease;
  owner: Owner | undefined;
  content: PageContent;
  fragments: PageFragments;
  /** Names the site's settings. */
  settingsPath: string;
}

/** Those that a page is made of. */
export const releasesOf = (set: ReleaseSet, owner: Owner | undefined): LoadedRelease[] =>
  [set.apps.shell, owner?.release].filter((release) => release !== undefined);

/** What the browser learns of the page. */
export function pageState({ set, url, owner, content, fragments, settingsPath }: PageParts): PageState {
  const releases = releasesOf(set, owner).map(({ manifest }) => [manifest.app, manifest.version] as const);
  const remotes = fragments.interactiveReleases.filter(({ manifest }) => manifest.app !== owner?.name);
  return {
    settings: settingsPath,
    releases: { ...fragments.uses, ...Object.fromEntries(releases) },
    remote: owner && remoteOnPage(owner.release, [owner.route]),
    address: owner && url.pathname + url.search,
    rendered: owner !== undefined && content.rendered !== undefined,
    data: owner?.release.isFramed ? null : (content.rendered?.data ?? null),
    ...(!fragments.isEmpty && {
      set: set.id,
      fragments: fragments.parts,
      fragmentRemotes: remotes.map((release) => remoteOnPage(release, [])),
    }),
  };
}
