import { randomUUID } from 'node:crypto';
import { startMeasuredApi } from './api-server';

/** Memory of the API under parallel uploads of 10 MB: `npm run bench -- soak uploads`. */
const UPLOADS = 200;
const MOST_MEMORY_MB = 200;
const BYTES = 10 * 1024 * 1024;

const pdf = new Uint8Array(BYTES).fill(32);
pdf.set(new TextEncoder().encode('%PDF-1.7\n'));
pdf.set(new TextEncoder().encode('%%EOF'), BYTES - 5);
const file = new Blob([pdf], { type: 'application/pdf' });

const server = await startMeasuredApi();
let number = 0;
const upload = async (): Promise<number> => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'Asha', number: '98400', email: `${randomUUID()}@x.example` }))
    body.append(name, value);
  body.append('inspirations[]', file, 'idea.pdf');
  number += 1;
  // Of visitors with addresses of their own: one address has few places.
  const headers = {
    accept: 'application/json',
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.0.0.${number}`,
  };
  return (await fetch(`${server.url}/save_inspiration.php`, { method: 'POST', body, headers })).status;
};
const before = Math.round(server.peakMemory());
const started = Date.now();
const statuses = await Promise.all(Array.from({ length: UPLOADS }, upload));
const refused = statuses.filter((status) => status !== 200).length;
const peak = Math.round(server.peakMemory());
console.table({
  uploads: UPLOADS,
  'not acknowledged': refused,
  seconds: (Date.now() - started) / 1000,
  'API memory MB before': before,
  [`API memory MB, peak (≤ ${MOST_MEMORY_MB})`]: peak,
});
await server.stop();
if (refused > 0 || peak > MOST_MEMORY_MB) process.exitCode = 1;
