import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import { DigestCollector } from './digest-collector';
import { createReports } from './reports';
import { createReportTaker } from './take-reports';

const REPORTS = 10_000;
/** A tenth of the processor time of a minute. */
const MOST_CPU_MS = 6_000;

const blog = {
  manifest: { app: 'mf-blog', version: '1.0.0', routes: [{ path: '/blog' }] },
} as unknown as LoadedRelease;

test('ten thousand reports within a minute cost less than a tenth of it, and a digest stays below 256 kB', async () => {
  const digests = new DigestCollector();
  let count = 0;
  const networkOf = () => `network ${count % 500}`;
  const currentSet = () => ({ id: 's', apps: { 'mf-blog': blog }, canaries: [], absentRoutes: [] }) as ReleaseSet;
  const visitors = { networkOf, reporter: () => undefined };
  const taker = createReportTaker({ visitors, currentSet, keeper: undefined, metrics: { report() {} }, digests });
  const reports = createReports({ visitors, onReports: taker });
  const frames = Array.from({ length: 8 }, (_, frame) => `mf-blog/assets/${'a'.repeat(150)}.js:1:${frame}`);
  const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
  const began = process.cpuUsage();
  for (count = 0; count < REPORTS; count += 1) {
    const error = { name: 'Error', message: `"${'x'.repeat(280)}" ${count}`, stack: frames };
    const body = [{ app: 'mf-blog', version: '1.0.0', page: '/blog', failed: 'runtime', error }];
    const request = Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), {
      ...{ method: 'POST', headers: { 'user-agent': 'Firefox/140' } },
    });
    await reports(request as unknown as IncomingMessage, response);
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(MOST_CPU_MS);
  expect(JSON.stringify(digests.take()).length).toBeLessThan(256 * 1024);
});
