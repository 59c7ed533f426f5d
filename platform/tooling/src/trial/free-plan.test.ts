import { createServer } from 'node:http';
import { clusterPlan } from '../cluster/start-cluster';
import { behindNginx, portsIn } from '../deploy/machine-files';
import { listen } from '../run/spawn';

/** Error message of `fetch` for a port of this machine on which no server listens. */
const whyNot = (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => '',
    ({ cause }: Error) => (cause as Error).message,
  );

test('what the processes of a trial open can be fetched from: some ports are refused as those of other protocols', async () => {
  expect(await whyNot(4190)).toBe('bad port');
  const plan = await clusterPlan();
  const ports = plan.processes.flatMap((process) => portsIn(process, plan));
  if (plan.api) ports.push(behindNginx(plan.api));
  expect(await Promise.all(ports.map(whyNot))).not.toContain('bad port');
});

test('the private port of each copy is free, not of the last one alone', async () => {
  const plan = await clusterPlan();
  const [first = 0] = portsIn(plan.composer, plan);
  const { stop } = await listen(createServer(), { port: Number(`1${first}`) });
  const other = await clusterPlan();
  await stop();
  expect(portsIn(other.composer, other)).not.toContain(first);
});
