import root from '@opentelemetry/otlp-transformer/build/src/generated/root';

/** A message type that protobufjs generated from OpenTelemetry's definitions. */
interface MessageType {
  fromObject(value: unknown): object;
  toObject(message: object, options: { longs: typeof String; bytes: typeof String }): unknown;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
}

interface Definitions {
  proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } };
}

const { proto } = Reflect.get(root, 'opentelemetry') as Definitions;
const { ExportTraceServiceRequest } = proto.collector.trace.v1;

/** Bytes of each id. OTLP's JSON writes ids in lower-case hexadecimal; protobuf's JSON would use base64. */
const IDS: Readonly<Record<string, number>> = { traceId: 16, spanId: 8, parentSpanId: 8 };

const withBase64Ids = (key: string, value: unknown): unknown => {
  const bytes = IDS[key];
  if (!bytes) return value;
  if (typeof value !== 'string' || !new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(value))
    throw new TypeError(`${key} is not ${bytes} bytes in hexadecimal: ${value}`);
  return Buffer.from(value, 'hex').toString('base64');
};

/** Serialises a value independently of the order of its fields. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Object && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );

/**
 * Parses a request body of `/v1/traces` as a collector does.
 * @throws when the message has an unknown field, or a value that its field cannot hold
 */
export function mustBeOtlpTraces(body: string): void {
  const sent = JSON.parse(body, withBase64Ids) as unknown;
  const bytes = ExportTraceServiceRequest.encode(ExportTraceServiceRequest.fromObject(sent)).finish();
  const options = { longs: String, bytes: String };
  const kept = ExportTraceServiceRequest.toObject(ExportTraceServiceRequest.decode(bytes), options);
  if (text(kept) !== text(sent)) throw new TypeError(`Of ${text(sent)} the protocol keeps ${text(kept)}.`);
}
