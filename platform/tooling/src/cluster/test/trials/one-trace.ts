import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../start/start-cluster';
import type { TraceCollector } from '../doubles/trace-collector';
import { enquiryForm } from '../load/enquiry-form';

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 200;
const SERVICES = ['composer', 'api'];

/**
 * Reads a page and sends a form as one visit, and looks for it in nginx's log and at the collector of traces.
 * @returns a remark @throws naming who did not tell of it
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
  const end = performance.now() + PATIENCE_MS;
  let missing: string[] = [];
  while (performance.now() < end) {
    const log = await readFile(join(folder, 'nginx', 'access.log'), 'utf8');
    missing = [...(log.includes(id) ? [] : ['nginx']), ...SERVICES.filter((name) => !services.has(name))];
    const [refusal] = traces.refusals;
    if (refusal) throw new Error(`the collector refused a trace: ${refusal}`);
    if (missing.length === 0) return `one trace id at nginx, ${[...services].sort().join(', ')}; all spans are OTLP`;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`the trace was not seen at ${missing.join(', ')}`);
}
