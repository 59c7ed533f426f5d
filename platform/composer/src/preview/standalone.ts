import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StaticFiles } from '../files/static-files';
import { send, sendText } from '../http/response/send';
import { standalonePage } from '../pages/standalone-page';
import type { ReleaseSet } from '../releases/release-set';
import type { Settings } from '../settings/settings';
import type { SiteConfigs } from '../settings/site/site-configs';
import type { Previews } from './previews';

interface StandaloneOptions {
  settings: Settings;
  sites: SiteConfigs;
  files: Pick<StaticFiles, 'manifest'>;
  previews: Pick<Previews, 'isReviewed' | 'shows'>;
  currentSet(): ReleaseSet;
}

/**
 * Shows one release alone. In production a release that visitors never got is shown to those who have a preview of it.
 * Where previews have an address of their own, it is shown there only.
 */
export function createStandalone({ settings, sites, files, previews, currentSet }: StandaloneOptions) {
  const isForAll = async (app: string, version: string): Promise<boolean> =>
    settings.NODE_ENV !== 'production' || (await previews.isReviewed(app, version));
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const [, , app = '', version = ''] = path.split('/');
    const manifest = await files.manifest(app, version);
    const forAll = manifest !== undefined && (await isForAll(app, version));
    if (manifest && (forAll || (await previews.shows(request, app, version)))) {
      const page = standalonePage(manifest, sites.of(currentSet()).config, { settings, isForAll: forAll });
      if (page) return send(request, response, page);
      return sendText(request, response, 404, `${app} ${version} has no page alone: another bundler built it.`);
    }
    return sendText(
      request,
      response,
      404,
      'There is no such release to show alone. `npm run wholepage -- status` lists them.',
    );
  };
}
