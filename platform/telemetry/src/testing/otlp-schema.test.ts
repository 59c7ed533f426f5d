import { mustBeOtlpTraces } from './otlp-schema';

const bodyOf = (span: object): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'composer' } }] },
        scopeSpans: [{ scope: { name: 'composer' }, spans: [span] }],
      },
    ],
  });
const span = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  name: 'GET /blog',
  kind: 2,
  startTimeUnixNano: '1700000000000250000',
};

it('takes a span of the protocol', () => {
  expect(() => mustBeOtlpTraces(bodyOf(span))).not.toThrow();
});

it.each([
  ['a field that is not known', { ...span, startTime: 1 }],
  ['a time that is not a number', { ...span, startTimeUnixNano: 'noon' }],
  ['a number where its text belongs', { ...span, startTimeUnixNano: 1_700_000_000_000_250_000 }],
  ['an id of another length', { ...span, spanId: 'b'.repeat(32) }],
  ['an id in upper case', { ...span, traceId: 'A'.repeat(32) }],
  ['an attribute without its type', { ...span, attributes: [{ key: 'a', value: 'b' }] }],
])('refuses %s', (_what, wrong) => {
  expect(() => mustBeOtlpTraces(bodyOf(wrong))).toThrow();
});
