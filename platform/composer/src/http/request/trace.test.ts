import { traceOf } from './request';

const GIVEN = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a request that is part of a trace goes on with it, under a step of its own', () => {
  const trace = traceOf({ headers: { traceparent: `00-${GIVEN}-00f067aa0ba902b7-00` } });
  expect(trace.id).toBe(GIVEN);
  expect(trace.traceparent).toMatch(new RegExp(`^00-${GIVEN}-(?!00f067aa0ba902b7)[0-9a-f]{16}-00$`));
});

test.each(['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${GIVEN}-x\r\ny-01`])(
  'any other begins one: %j',
  (traceparent) => {
    const trace = traceOf({ headers: { traceparent } });
    expect(trace.id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(trace.traceparent).toMatch(new RegExp(`^00-${trace.id}-[0-9a-f]{16}-01$`));
  },
);
