import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { startMeasuredApi } from './api-server';

/** Enquiries saved and acknowledged per second: `npx tsx bench/src/api-enquiries.ts [seconds]`. */
const CONNECTIONS = 32;
const SECONDS = Number(process.argv[2] ?? 15);

const server = await startMeasuredApi();
const load = (duration: number) =>
  autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration,
    requests: [
      {
        method: 'POST',
        path: '/save_modal_form.php',
        setupRequest: (request) => ({
          ...request,
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify({
            name: 'Asha Kurien',
            email: `${randomUUID()}@hotel.example`,
            phone: '+91 98400 00000',
            message: 'We open in March and need uniforms for 120 people in six departments. '.repeat(4),
          }),
        }),
      },
    ],
  });

await load(3);
const result = await load(SECONDS);
const rows = {
  'enquiries/s': Math.round(result.requests.average),
  'p50 ms': result.latency.p50,
  'p99 ms': result.latency.p99,
  'max ms': result.latency.max,
  'not acknowledged': result.non2xx + result.errors,
  'API memory MB (peak)': Math.round(server.peakMemory()),
};
console.table(rows);
await server.stop();
if (rows['not acknowledged'] > 0) process.exitCode = 1;
