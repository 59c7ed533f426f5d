import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mustBeOtlpTraces } from '@wholepage/telemetry/testing/otlp-schema';

/** Stands in for an OpenTelemetry collector: takes OTLP alone, and keeps what belongs to the traces that are watched. */
export interface TraceCollector {
  endpoint: string;
  /** From now on, the services that tell of a step of this trace. */
  watch(traceId: string): Set<string>;
  /** Why it refused what was not OTLP. */
  refusals: readonly string[];
  close(): Promise<void>;
}

const SERVICE = /"service\.name","value":\{"stringValue":"([^"]+)"/;

export async function collectTraces(): Promise<TraceCollector> {
  const watched = new Map<string, Set<string>>();
  const refusals: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    try {
      mustBeOtlpTraces(body);
    } catch (error) {
      refusals.push(String(error));
      return void response.writeHead(400).end();
    }
    const service = SERVICE.exec(body)?.[1] ?? 'nameless';
    for (const [id, services] of watched) if (body.includes(id)) services.add(service);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refusals,
    watch(traceId) {
      const services = new Set<string>();
      watched.set(traceId, services);
      return services;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
