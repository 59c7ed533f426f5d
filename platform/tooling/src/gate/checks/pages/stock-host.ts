import type { FederationManifest } from '@wholepage/contracts/federation-manifest';
import { UNKNOWN } from '../../browser/site/sample-pages';
import { visitInStockHost } from '../../browser/site/stock-host';
import { type Check, type Fault, type GateContext, isRemote } from '../../check';
import {
  entryOf,
  GUEST,
  guestBundler,
  isGuest,
  manifestFile,
  readFederationManifest,
} from '../../inspect/bundle/guest';

/** Files that the manifest names and the release does not hold, and addresses that lead elsewhere. */
export function manifestFaults(
  files: Readonly<Record<string, unknown>>,
  manifest: FederationManifest,
  where: string,
): Fault[] {
  const folder = where.startsWith(GUEST) ? GUEST : '';
  const { exposes, metaData } = manifest;
  const named = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  const { path = '', zip = '', api = '' } = metaData.types ?? {};
  const types = [zip, api].filter(Boolean).map((file) => path + file);
  const all = [entryOf(manifest, folder), ...[...named, ...types].map((file) => folder + file)];
  return [...new Set(all.filter((file) => !(file in files)))].map((file) => ({
    where,
    what: `It names ${file}, which the release does not hold.`,
    todo: 'Build it again, into an empty folder.',
  }));
}

/** The module that a foreign host shows, and the page to show by it. */
const visitOf = ({ candidate }: GateContext, pages: readonly string[]) => {
  const page = pages.find((path) => !path.endsWith(UNKNOWN));
  // A remote of fragments alone has no page to show.
  if (isGuest(candidate) || page === undefined) return { module: 'app', path: undefined };
  return { module: 'embed', path: page };
};

export const stockHost: Check = {
  name: 'stock-host',
  holds: 'it loads in a bare page of Module Federation’s own runtime, by a manifest that names its files',
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the shell is a host';
    return manifestFile(candidate) ? undefined : 'it was built before releases held mf-manifest.json';
  },
  async run(context) {
    const { candidate } = context;
    const { app, version, files } = candidate.manifest;
    const where = manifestFile(candidate) ?? '';
    const manifest = await readFederationManifest(candidate, where);
    const wrong = manifestFaults(files, manifest, where);
    if (wrong.length > 0) return wrong;
    const { browser, composer, pages } = await context.site();
    const address = `/_releases/${app}/${version}/${where}`;
    const visit = { app: manifest.name, manifest: address, ...visitOf(context, pages) };
    const what = await visitInStockHost(browser, composer.origin, visit);
    if (what === undefined) return [];
    const advice = isGuest(candidate)
      ? `Look at "exposes" of ${(await guestBundler(candidate, manifest)).options}.`
      : '';
    return [
      {
        where: address,
        what: `It does not load in another host: ${what}.`,
        todo: advice || 'Load it in a host: docs/federation.md says how.',
      },
    ];
  },
};
