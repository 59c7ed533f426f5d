import type { FederationManifest } from '@wholepage/contracts/federation-manifest';
import { visitInStockHost } from '../browser/stock-host';
import { type Check, type Fault, type GateContext, isRemote } from '../check';
import { entryOf, GUEST, guestBundler, isGuest, manifestFile, readFederationManifest } from '../inspect/guest';

/** Files that the manifest names and the release does not hold, and addresses that lead elsewhere. */
export function manifestFaults(
  files: Readonly<Record<string, unknown>>,
  manifest: FederationManifest,
  where: string,
): Fault[] {
  const folder = where.startsWith(GUEST) ? GUEST : '';
  const { exposes, metaData } = manifest;
  const named = exposes.flatMap(({ assets: { js, css } }) => [...js.sync, ...js.async, ...css.sync, ...css.async]);
  const types = metaData.types?.zip ? [metaData.types.path + metaData.types.zip] : [];
  const all = [entryOf(manifest, folder), ...[...named, ...types].map((file) => folder + file)];
  return [...new Set(all.filter((file) => !(file in files)))].map((file) => ({
    where,
    what: `It names ${file}, which the release does not hold.`,
    todo: 'Build it again, into an empty folder.',
  }));
}

/** The module that a foreign host shows, and the page to show by it. */
const visitOf = ({ candidate }: GateContext) => {
  if (isGuest(candidate)) return { module: 'app', path: undefined };
  const first = candidate.manifest.routes.find(({ path }) => !path.includes(':'));
  return { module: 'embed', path: first?.path ?? '/' };
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
    const { browser, composer } = await context.site();
    const address = `/_releases/${app}/${version}/${where}`;
    const visit = { app: manifest.name, manifest: address, ...visitOf(context) };
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
