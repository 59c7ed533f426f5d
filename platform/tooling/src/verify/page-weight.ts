import type { ReleaseManifest, ReleaseRoute } from '@wholepage/contracts/release';

const brotliOf = ({ files }: ReleaseManifest, names: string[]): number =>
  [...new Set(names)].reduce((sum, name) => sum + (files[name]?.brotli ?? 0), 0);

/** What a page's first load weighs after brotli, shell included, from what the releases say of themselves. */
export const routeBytes = (shell: ReleaseManifest, remote: ReleaseManifest, route: ReleaseRoute) => ({
  scripts: brotliOf(shell, shell.entry.js) + brotliOf(remote, [...remote.entry.js, ...route.js]),
  styles: brotliOf(shell, shell.entry.css) + brotliOf(remote, [...remote.entry.css, ...route.css]),
});

/** Bytes of the fonts that a shell wants before the first paint of every page. */
export const firstFontBytes = ({ entry, files }: ReleaseManifest): number =>
  (entry.fonts ?? []).reduce((sum, file) => sum + (files[file]?.bytes ?? 0), 0);
