import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '@wholepage/tooling/find-program';

interface WrkOptions {
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A Lua file that makes the requests. */
  script?: string;
  /** Arguments of the script's `init`. */
  args?: string[];
}

const UNIT_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

export function parseReport(report: string) {
  const numbers = (pattern: RegExp): number[] => (pattern.exec(report)?.slice(1) ?? []).map(Number);
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(report) ?? [];
  const failures = [
    ...numbers(/Non-2xx or 3xx responses: (\d+)/),
    ...numbers(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/),
  ];
  return {
    /** Requests per second. */
    rate: numbers(/Requests\/sec:\s+([\d.]+)/)[0] ?? 0,
    /** Milliseconds. */
    p99: Number(p99) * (UNIT_MS[unit] ?? 1),
    requests: numbers(/(\d+) requests in/)[0] ?? 0,
    /** Number of responses other than 2xx and 3xx, and of failed connections. */
    failed: failures.reduce((sum, count) => sum + count, 0),
  };
}

/** Loads a server with wrk, which costs a fraction of a load generator in JavaScript. @throws Error with how to install it */
export async function wrk(url: string, { connections, seconds, headers = {}, script, args = [] }: WrkOptions) {
  const program = findProgram('wrk');
  if (!program) throw new Error('Measuring needs wrk: apt install wrk.');
  const { stdout } = await promisify(execFile)(program, [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--latency'],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(script ? ['--script', script] : []),
    ...[url, '--', ...args],
  ]);
  return parseReport(stdout);
}

/** Measures requests per second. @throws Error when any request failed */
export async function rateOf(url: string, options: WrkOptions): Promise<number> {
  const { rate, failed, requests } = await wrk(url, options);
  if (failed > 0) throw new Error(`${url} failed ${failed} of ${requests} requests.`);
  return rate;
}
