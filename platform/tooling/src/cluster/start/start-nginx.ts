import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedNode } from '../cluster-plan';
import type { Certificate } from '../conf/certificate';
import { nginxConf } from '../conf/nginx-conf';
import type { ServiceList } from '../service-list';

const portsOf = (nodes: readonly PlannedNode[], kind: PlannedNode['kind']): number[] =>
  nodes.filter((node) => node.kind === kind).map(({ port }) => port);

interface NginxOptions {
  program: string;
  folder: string;
  port: number;
  apiPort: number;
  nodes: readonly PlannedNode[];
  certificate: Certificate | undefined;
}

/** Starts nginx before nodes that may come later. */
export async function startNginx(
  services: ServiceList,
  { program, folder, nodes, ...options }: NginxOptions,
): Promise<void> {
  const file = join(folder, 'nginx.conf');
  await mkdir(join(folder, 'cache'), { recursive: true });
  const places = { ...options, folder, composers: portsOf(nodes, 'composer'), apis: portsOf(nodes, 'api') };
  await writeFile(file, nginxConf(places));
  await services.start({ name: 'nginx', command: program, args: ['-c', file, '-p', folder, '-e', 'stderr'] });
}
