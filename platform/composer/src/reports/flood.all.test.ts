import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Metrics } from '../metrics';
import type { Parts } from '../parts';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import { DigestCollector } from './digests';
import { createReports } from './reports';

const REPORTS = 10_000;
/** Limit for the cost of a report, as a multiple of parsing its JSON, so that it holds on slow machines too. */
const MOST_READS = 60;

const blog = {
  manifest: { app: 'mf-blog', version: '1.0.0', routes: [{ path: '/blog' }] },
} as unknown as LoadedRelease;

const cpuMs = async (work: () => void | Promise<void>): Promise<number> => {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};

test('ten thousand reports cost little each, and a digest stays below 256 kB', async () => {
  const digests = new DigestCollector();
  let count = 0;
  const networkOf = () => `network ${count % 500}`;
  const currentSet = () => ({ id: 's', apps: { 'mf-blog': blog }, canaries: [], absent: {} }) as ReleaseSet;
  const visitors = { networkOf, reporter: () => undefined, endViews() {} };
  const reports = createReports({
    visitors,
    currentSet,
    files: { manifest: async () => blog.manifest },
    keeper: { observe() {} },
    metrics: new Metrics(() => 0),
    digests,
    goals: { report() {} },
  } as unknown as Parts);
  const frames = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const breadcrumbs = Array.from({ length: 10 }, () => ({ ago: 86_400_000, click: `button.${'a'.repeat(80)}` }));
  const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
  const bodyOf = (index: number): string => {
    const error = { name: 'Error', message: `"${'x'.repeat(280)}" ${index}`, stack: frames };
    return JSON.stringify([{ app: 'mf-blog', version: '1.0.0', page: '/blog', failed: 'runtime', error, breadcrumbs }]);
  };
  const sendAll = () =>
    cpuMs(async () => {
      for (count = 0; count < REPORTS; count += 1) {
        const request = Object.assign(Readable.from([Buffer.from(bodyOf(count))]), {
          ...{ method: 'POST', headers: { 'user-agent': 'Firefox/140' } },
        });
        await reports(request as unknown as IncomingMessage, response);
      }
    });
  const readAll = () =>
    cpuMs(() => {
      for (let index = 0; index < REPORTS; index += 1) JSON.parse(bodyOf(index));
    });
  // The shorter of two times, because other work of the machine only adds to a time.
  const spent = Math.min(await sendAll(), await sendAll());
  const reading = Math.min(await readAll(), await readAll());
  expect(spent / reading).toBeLessThan(MOST_READS);
  expect(JSON.stringify(digests.take()).length).toBeLessThan(256 * 1024);
});
