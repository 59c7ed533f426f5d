import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { brotliDecompressSync } from 'node:zlib';
import { ROOT } from '../../../paths';
import type { Cluster } from '../../start-cluster';
import type { TraceCollector } from '../doubles';
import { enquiryForm } from '../load';
import { until } from '../looks';

const PATIENCE_MS = 15_000;
const SERVICES = ['composer', 'api'];

/**
 * Reads a page and sends a form in one trace, then finds that trace in nginx's log and at the trace collector.
 * @returns a remark @throws with the names of the services without it
 */
export async function followOneTrace({ origin, folder }: Cluster, traces: TraceCollector): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${id}-${randomBytes(8).toString('hex')}-01` };
  const services = traces.watch(id);
  await (await fetch(`${origin}/blog?page=2`, { headers })).text();
  const body = enquiryForm(randomUUID());
  const sent = await fetch(`${origin}/api/save_home_form.php`, { method: 'POST', headers, body });
  await sent.text();
  if (!sent.ok) throw new Error(`the form was answered with ${sent.status}`);
  let missing: string[] = [];
  const look = async () => {
    const log = await readFile(join(folder, 'nginx', 'access.log'), 'utf8');
    missing = [...(log.includes(id) ? [] : ['nginx']), ...SERVICES.filter((name) => !services.has(name))];
    const [refusal] = traces.refusals;
    if (refusal) throw new Error(`the collector refused a trace: ${refusal}`);
    return missing.length === 0 || undefined;
  };
  await until(look, { withinMs: PATIENCE_MS, what: () => `the trace was not seen at ${missing.join(', ')}` });
  return `one trace id at nginx, ${[...services].sort().join(', ')}; all spans are OTLP`;
}

const DASHBOARD = join(ROOT, 'deploy', 'grafana', 'dashboard.json');
const LONGEST_TEST_S = 1_800;
const STEP_S = 1;
const FIRST_LOOK_MS = 15_000;

interface Target {
  labels: { instance: string };
  health: string;
  lastError: string;
}

/** Checks that Prometheus scrapes every server. @returns a remark @throws with the servers that it cannot scrape */
export async function hearEveryServer({ prometheus, nodes }: Cluster): Promise<string> {
  let silent: Target[] = [];
  const look = async () => {
    const answer = await fetch(`${prometheus}/api/v1/targets?state=active`);
    const { data } = (await answer.json()) as { data: { activeTargets: Target[] } };
    silent = data.activeTargets.filter(({ health }) => health !== 'up');
    return (data.activeTargets.length === nodes.length && silent.length === 0) || undefined;
  };
  const what = () => silent.map(({ labels, lastError }) => `${labels.instance}: ${lastError}`).join('; ');
  await until(look, { withinMs: FIRST_LOOK_MS, what });
  return `${nodes.length} servers`;
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

/** True when a query had results at any time of the test. @throws with Prometheus's error for an invalid query */
export async function hasNumbers(prometheus: Cluster['prometheus'], expr: string): Promise<boolean> {
  const end = Math.floor(Date.now() / 1000);
  const asked = { query: expr, start: String(end - LONGEST_TEST_S), end: String(end), step: String(STEP_S) };
  const answer = await fetch(`${prometheus}/api/v1/query_range?${new URLSearchParams(asked)}`);
  const { error, data } = (await answer.json()) as { error?: string; data?: { result: unknown[] } };
  if (error) throw new Error(`${expr}: ${error}`);
  return (data?.result.length ?? 0) > 0;
}

/** Sends Prometheus all queries of the shipped dashboard. @returns a remark @throws with the panels that would be empty */
export async function askAsDashboard({ prometheus }: Cluster): Promise<string> {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: Panel[] };
  const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
  const empty: string[] = [];
  for (const { title, expr } of queries) if (!(await hasNumbers(prometheus, expr))) empty.push(`${title}: ${expr}`);
  if (empty.length > 0) throw new Error(`nothing to show for ${empty.join('; ')}`);
  return `each of its ${queries.length} queries has numbers`;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const TIMEOUT_MS = 10_000;

const ask = (session: ClientHttp2Session, path: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, 'accept-encoding': 'gzip, deflate, br' });
    const parts: Buffer[] = [];
    let head: Record<string, string> = {};
    stream.setTimeout(TIMEOUT_MS, () => stream.destroy(new Error(`no answer for ${path}`)));
    stream.on('response', (headers) => {
      head = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    });
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => resolve({ status: Number(head[':status']), headers: head, body: Buffer.concat(parts) }));
    stream.on('error', reject);
  });

const mustHold = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** True when the site refuses a client whose newest TLS version is 1.1. */
const refusesOldTls = ({ origin }: Cluster): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(origin);
    const options = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const socket = connectTls({ host: hostname, port: Number(port), ...options }, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

/**
 * Loads a page with all its scripts and styles over one HTTP/2 connection, twice.
 * @returns a remark @throws when HTTP/2 was not negotiated, TLS 1.1 was accepted, or a response was not compressed or cached
 */
export async function loadOverHttp2(cluster: Cluster): Promise<string> {
  const session = connect(cluster.origin);
  // Each request fails with it, too. Without a listener, it would end the whole test.
  session.on('error', () => undefined);
  try {
    const page = await ask(session, '/about-us');
    mustHold(session.alpnProtocol === 'h2', `${session.alpnProtocol} was negotiated, wanted: h2`);
    mustHold(page.status === 200 && page.headers['content-encoding'] === 'br', 'the page came without brotli');
    const html = brotliDecompressSync(page.body).toString();
    const files = [...new Set(html.match(/\/_releases\/[\w./-]+\.(?:js|css)/g))];
    mustHold(files.length > 3, 'the page names no files');
    await Promise.all(files.map((file) => ask(session, file)));
    const again = await Promise.all(files.map((file) => ask(session, file)));
    for (const [index, { headers }] of again.entries()) {
      const { 'content-encoding': coding, 'x-cache': state } = headers;
      mustHold(coding === 'br', `${files[index]} came without brotli`);
      mustHold(state === 'HIT', `${files[index]} was not kept by nginx: ${state}`);
    }
    mustHold(await refusesOldTls(cluster), 'TLS 1.1 was accepted');
    const bytes = again.reduce((sum, { body }) => sum + body.length, page.body.length);
    return `h2; a page and its ${files.length} files, ${(bytes / 1000).toFixed(0)} kB of brotli`;
  } finally {
    session.close();
  }
}
