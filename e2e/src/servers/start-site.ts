import { join } from 'node:path';
import { ROOT } from '@wholepage/tooling/paths';
import { startService, stopServices } from '@wholepage/tooling/spawn';

/** The addresses of a test's own site. */
export interface SiteAddresses {
  site: string;
  api: string;
  sandbox: string;
  /** Port of the API's private addresses, which visitors cannot reach. */
  apiPrivate: number;
  data: string;
}

/** Starts the composed production build on free ports and its own data. @throws with its last lines when it does not start */
export function startSite(env: NodeJS.ProcessEnv = {}): Promise<SiteAddresses & { stop(): Promise<void> }> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const service = startService('site', {
      args: ['--import', 'tsx', join(ROOT, 'e2e', 'src', 'servers', 'site.ts')],
      env: { ...process.env, ...env },
      onLine: (line) => {
        said.push(line);
        if (line.startsWith('{"site"')) resolve({ ...JSON.parse(line), stop: () => stopServices([service]) });
      },
    });
    void service.ended.then(() => reject(new Error(`The site did not start: ${said.slice(-20).join('\n')}`)));
  });
}
