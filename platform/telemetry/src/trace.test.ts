import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mustBeOtlpTraces } from './testing/otlp-schema';
import { nextStep, otlpExporter, type Span } from './trace';

let collector: Server;
let received: { path: string | undefined; body: string }[];
let status: number;
/** The collector answers once this promise resolves. */
let held: Promise<void> | undefined;
beforeEach(async () => {
  received = [];
  status = 200;
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ path: request.url, body });
    await held;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  collector.closeAllConnections();
  collector.close();
});

const exporter = (onLost = jest.fn()) =>
  otlpExporter({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    service: 'composer',
    onLost,
  });
const spanOf = (name: string): Span => ({
  step: nextStep(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
  name,
  startMs: 1_700_000_000_000.25,
  endMs: 1_700_000_000_010,
  attributes: { 'http.response.status_code': 200, 'http.request.method': 'GET' },
  failed: false,
});

it('sends spans as OTLP writes them, several at a time', async () => {
  const { onSpan, flush } = exporter();
  onSpan(spanOf('GET /blog'));
  onSpan(spanOf('GET /courses'));
  await flush();
  expect(received).toHaveLength(1);
  expect(received[0]?.path).toBe('/v1/traces');
  mustBeOtlpTraces(received[0]?.body ?? '');
  const [batch] = JSON.parse(received[0]?.body ?? '').resourceSpans;
  expect(batch.resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'composer' } }]);
  expect(batch.scopeSpans[0].spans).toHaveLength(2);
  expect(batch.scopeSpans[0].spans[0]).toMatchObject({
    traceId: 'a'.repeat(32),
    parentSpanId: 'b'.repeat(16),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: 'GET /blog',
    kind: 2,
    startTimeUnixNano: '1700000000000250000',
    endTimeUnixNano: '1700000000010000000',
    attributes: [
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'http.request.method', value: { stringValue: 'GET' } },
    ],
    status: { code: 1 },
  });
});

it('waits for the batch under way, even when nothing was reported since', async () => {
  let answer = () => {};
  held = new Promise((resolve) => {
    answer = resolve;
  });
  const { onSpan, flush } = exporter();
  onSpan(spanOf('GET /blog'));
  const sending = flush();
  while (received.length === 0) await new Promise(setImmediate);
  let isOver = false;
  const ending = flush().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  held = undefined;
  answer();
  await Promise.all([sending, ending]);
  expect(received).toHaveLength(1);
});

it('says once that spans are lost, makes a stop wait for one batch of them, and goes on', async () => {
  status = 503;
  const onLost = jest.fn();
  const { onSpan, flush } = exporter(onLost);
  for (const name of ['a', 'b']) {
    for (let count = 0; count < 600; count += 1) onSpan(spanOf(name));
    await flush();
  }
  expect(onLost.mock.calls).toEqual([['status 503']]);
  status = 200;
  onSpan(spanOf('c'));
  await flush();
  expect(received).toHaveLength(3);
});
