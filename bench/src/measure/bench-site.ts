import { join } from 'node:path';
import { ROOT } from '@wholepage/tooling/paths';
import { startService, stopServices } from '@wholepage/tooling/spawn';

/** The addresses of the site that is measured. */
export interface BenchSite {
  site: string;
  api: string;
  /** Port of what visitors do not reach. */
  apiPrivate: number;
  /** Its data folder. */
  data: string;
  stop(): Promise<void>;
}

/** The composed production build on free ports, as the browser tests have it, on data of its own. @throws when it does not start */
export async function startSite(): Promise<BenchSite> {
  const last: string[] = [];
  let started: (addresses: Omit<BenchSite, 'stop'>) => void = () => {};
  const addresses = new Promise<Omit<BenchSite, 'stop'>>((resolve) => {
    started = resolve;
  });
  const service = startService('site', {
    args: ['--import', 'tsx', join(ROOT, 'e2e', 'src', 'servers', 'site.ts')],
    onLine: (line) => {
      last.push(line);
      if (line.startsWith('{"site"')) started(JSON.parse(line));
    },
  });
  const ended = service.ended.then(() => {
    throw new Error(`The site did not start: ${last.slice(-5).join('\n')}`);
  });
  const found = await Promise.race([addresses, ended]);
  ended.catch(() => {});
  return { ...found, stop: () => stopServices([service]) };
}
