import { parseReport } from './wrk';

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
