import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mustBeOtlpTraces } from '@wholepage/telemetry/testing/otlp-schema';
import { startSite, type TestSite, until } from './helpers/site';

const TRACE = 'c'.repeat(32);

let collector: Server;
let bodies: string[];
let site: TestSite;
beforeAll(async () => {
  bodies = [];
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await site.stop();
  collector.close();
});

const PARENT = 'd'.repeat(16);

test('a request is a step of its visitor’s trace, from its statements to the collector', async () => {
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  // Its connection shows the statement until the next one.
  const statement = await until(async () => {
    await (await fetch(`${site.url}/formdata/api_blog_list.php`, { headers })).text();
    const found = await site.database.query<{ query: string }>(
      'select query from pg_stat_activity where query like $1',
      [`%traceparent='00-${TRACE}-%`],
    );
    return found[0]?.query;
  });
  expect(statement).toMatch(new RegExp(`/\\*traceparent='00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-01'\\*/$`));
  const trace = await until(async () => bodies.find((body) => body.includes('GET /formdata/api_blog_list.php')));
  mustBeOtlpTraces(trace);
  expect(trace).toContain(`"traceId":"${TRACE}"`);
  expect(trace).toContain(`"parentSpanId":"${PARENT}"`);
});
