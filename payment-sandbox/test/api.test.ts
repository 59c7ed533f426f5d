import { newOrder, startSandbox } from './start-sandbox';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('says that it lives and that it is ready', async () => {
  expect((await sandbox.send('GET', '/healthz')).status).toBe(200);
  expect(await sandbox.send('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('makes an order and gives it back by id and by receipt', async () => {
  const made = await sandbox.send('POST', '/v1/orders', { ...newOrder, receipt: 'r-1', notes: { course: 'online' } });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^order_\w{14}$/),
    entity: 'order',
    amount: 5_000_000,
    amount_paid: 0,
    amount_due: 5_000_000,
    currency: 'INR',
    receipt: 'r-1',
    status: 'created',
    attempts: 0,
    notes: { course: 'online' },
  });
  expect((await sandbox.send('GET', `/v1/orders/${made.body.id}`)).body).toEqual(made.body);
  expect((await sandbox.send('GET', '/v1/orders?receipt=r-1')).body).toEqual({
    entity: 'collection',
    count: 1,
    items: [made.body],
  });
  expect((await sandbox.send('GET', '/v1/orders?receipt=r-1&skip=1')).body.items).toEqual([]);
  expect((await sandbox.send('GET', '/v1/orders?receipt=r-2')).body.count).toBe(0);
  expect((await sandbox.send('GET', `/v1/orders/${made.body.id}/payments`)).body).toEqual({
    entity: 'collection',
    count: 0,
    items: [],
  });
});

test.each([
  [{ currency: 'INR' }, 'amount', 'The amount field is required.'],
  [{ amount: 1.5, currency: 'INR' }, 'amount', 'The amount must be an integer.'],
  [{ amount: 99, currency: 'INR' }, 'amount', 'Order amount less than minimum amount allowed'],
  [{ amount: 100 }, 'currency', 'The currency field is required.'],
  [{ amount: 100, currency: 'XXX' }, 'currency', 'Currency is not supported'],
  [{ ...newOrder, receipt: 'x'.repeat(41) }, 'receipt', 'The receipt may not be greater than 40 characters.'],
  [{ ...newOrder, notes: 'n' }, 'notes', 'The notes must be an object.'],
])('refuses the order %j', async (order, field, description) => {
  const { status, body } = await sandbox.send('POST', '/v1/orders', order);
  expect(status).toBe(400);
  expect(body).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      field,
    },
  });
});

test.each([
  ['GET', '/v1/orders/order_none', 400, 'The id provided does not exist'],
  ['GET', '/v1/payments/pay_none', 400, 'The id provided does not exist'],
  ['GET', '/v1/nothing', 404, 'The requested URL was not found on the server.'],
  ['GET', '/v1/orders?count=x', 400, 'The count must be an integer.'],
])('answers %s %s with %i', async (method, path, status, description) => {
  const answer = await sandbox.send(method, path);
  expect(answer.status).toBe(status);
  expect(answer.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description });
});

test.each([
  ['{', 400, 'The request body must be a JSON object.'],
  ['[]', 400, 'The request body must be a JSON object.'],
  [`"${'x'.repeat(70_000)}"`, 413, 'The body may not be larger than 65536 bytes.'],
])('refuses the body %.20s', async (body, status, description) => {
  const answer = await sandbox.send('POST', '/v1/orders', body);
  expect(answer.status).toBe(status);
  expect(answer.body.error.description).toBe(description);
});

test('wants the key and its secret', async () => {
  const none = await sandbox.send('GET', '/v1/orders', undefined, {});
  expect(none.status).toBe(401);
  const wrong = await sandbox.send('GET', '/v1/orders', undefined, {
    authorization: `Basic ${btoa('rzp_test_sandbox:guess')}`,
  });
  expect(wrong.status).toBe(401);
  expect(wrong.body.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' });
});

test.each([
  ['error', 500, 'SERVER_ERROR'],
  ['no-id', 200, undefined],
] as const)('misbehaves once when asked to: %s', async (kind, status, code) => {
  await sandbox.send('POST', '/sandbox/faults', { kind });
  const unwell = await sandbox.send('POST', '/v1/orders', newOrder);
  expect(unwell.status).toBe(status);
  expect(unwell.body.error?.code).toBe(code);
  expect(unwell.body.id).toBeUndefined();
  expect((await sandbox.send('POST', '/v1/orders', newOrder)).body.id).toMatch(/^order_/);
});

test('keeps an order whose answer was lost, to be found by its receipt', async () => {
  await sandbox.send('POST', '/sandbox/faults', { kind: 'garbage' });
  const lost = await sandbox.send('POST', '/v1/orders', { ...newOrder, receipt: 'lost' });
  expect(lost.body).toContain('<html>');
  expect((await sandbox.send('GET', '/v1/orders?receipt=lost')).body.count).toBe(1);
});
