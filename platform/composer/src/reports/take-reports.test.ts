import type { IncomingMessage } from 'node:http';
import type { VisitReport } from '@wholepage/contracts/report';
import type { ReleaseSet } from '../releases/release-set';
import { createReportTaker } from './take-reports';

test.each(['constructor', '__proto__', 'toString'])(
  'while a canary runs, a proved report of "%s" counts for no release: every object has that name, no app',
  (app) => {
    const release = { manifest: { app: 'mf-blog', version: '1.0.0', routes: [] } };
    const set = { apps: { 'mf-blog': release }, canaries: [{ release }] } as unknown as ReleaseSet;
    const counted: boolean[] = [];
    const observed: string[] = [];
    const take = createReportTaker({
      visitors: {
        reporter: () => ({ apps: { 'mf-blog': '1.0.0' }, visit: { network: 'n', draw: 0.5 } }),
        networkOf: () => 'n',
      },
      currentSet: () => set,
      keeper: { observe: (_visit, name) => void observed.push(name) },
      metrics: { report: (isOfView) => void counted.push(isOfView) },
      digests: undefined,
    });
    const request = { headers: {} } as IncomingMessage;
    take(request, 'a view', [
      { app, version: '1.0.0', failed: 'mount' } as VisitReport,
      { app: 'mf-blog', version: '1.0.0', failed: 'mount' } as VisitReport,
    ]);
    expect([counted, observed]).toEqual([[false, true], ['mf-blog']]);
  },
);
