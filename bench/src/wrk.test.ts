import { execFile } from 'node:child_process';
import { parseReport, rateOf } from './wrk';

jest.mock('node:child_process', () => ({ ...jest.requireActual<object>('node:child_process'), execFile: jest.fn() }));
jest.mock('@wholepage/tooling/find-program', () => ({ findProgram: () => 'wrk' }));

const REPORT = `Running 4s test @ http://127.0.0.1:3000/
  1 threads and 32 connections
  Latency Distribution
     50%    1.02ms
     75%    1.40ms
     90%    2.00ms
     99%    1.50s
  81234 requests in 4.00s, 1.80GB read
  Socket errors: connect 0, read 2, write 0, timeout 1
  Non-2xx or 3xx responses: 7
Requests/sec:  20308.12
Transfer/sec:    460.00MB
`;

test('reads rate, latency in milliseconds and all that failed', () => {
  expect(parseReport(REPORT)).toEqual({ rate: 20308.12, p99: 1500, requests: 81234, failed: 10 });
});

test('nothing failed where wrk names no failure', () => {
  expect(parseReport('100 requests in 1.00s\nRequests/sec: 100.0').failed).toBe(0);
});

test('asks with the headers of the load: without them a composer sends its pages uncompressed', async () => {
  const report = { stdout: '100 requests in 1.00s\nRequests/sec: 100.0' };
  const said = jest.fn((_program, _args, done) => done(undefined, report));
  jest.mocked(execFile).mockImplementation(said as unknown as typeof execFile);
  const load = { connections: 1, seconds: 1, headers: { 'Accept-Encoding': 'br' } };
  expect(await rateOf('http://127.0.0.1/contact', load)).toBe(100);
  expect(said.mock.calls[0]?.[1].join(' ')).toContain('--header Accept-Encoding: br ');
});
