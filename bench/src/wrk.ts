import { spawn } from 'node:child_process';
import { findProgram } from '@wholepage/tooling/find-program';

interface WrkOptions {
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A Lua file that makes the requests. */
  script?: string;
  /** Given to the script's `init`. */
  args?: string[];
}

export interface WrkResult {
  /** Requests per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  requests: number;
  /** Answers other than 2xx and 3xx, and connections that failed. */
  failed: number;
}

const UNIT_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

const milliseconds = (text: string | undefined): number => {
  const [, value = '0', unit = 'ms'] = /([\d.]+)(us|ms|s|m)/.exec(text ?? '') ?? [];
  return Number(value) * (UNIT_MS[unit] ?? 1);
};

/** What wrk reports, as numbers. */
export function parseReport(report: string): WrkResult {
  const found = (pattern: RegExp): string | undefined => pattern.exec(report)?.[1];
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? [];
  return {
    rate: Number(found(/Requests\/sec:\s+([\d.]+)/) ?? 0),
    p50: milliseconds(found(/50%\s+(\S+)/)),
    p99: milliseconds(found(/99%\s+(\S+)/)),
    requests: Number(found(/(\d+) requests in/) ?? 0),
    failed:
      Number(found(/Non-2xx or 3xx responses: (\d+)/) ?? 0) +
      socketErrors.reduce((sum, count) => sum + Number(count), 0),
  };
}

/**
 * Loads a server with wrk, which takes a fraction of the processor that a load generator in JavaScript takes.
 * @throws Error that says how to install wrk, or what it complained of
 */
export async function wrk({
  url,
  connections,
  seconds,
  headers = {},
  script,
  args: words = [],
}: WrkOptions): Promise<WrkResult> {
  const program = findProgram('wrk');
  if (!program) throw new Error('Measuring needs wrk: apt install wrk.');
  const args = [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(script ? ['--script', script] : []),
    url,
    ...(words.length > 0 ? ['--', ...words] : []),
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let report = '';
  child.stdout.on('data', (part: Buffer) => {
    report += part.toString();
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`wrk ended with ${code}: ${report}`);
  return parseReport(report);
}
