import { join } from 'node:path';
import { freePort } from '../run/free-port';

export type NodeKind = 'composer' | 'api' | 'jobs';

/** A server of ours: as on a machine of its own, with a data folder that no other one sees. */
export interface PlannedNode {
  name: string;
  kind: NodeKind;
  port: number;
  /** Its metrics, and what else nobody reaches through nginx. */
  privatePort: number;
  dataDir: string;
}

const COUNTS: Readonly<Record<NodeKind, number>> = { api: 2, jobs: 1, composer: 3 };

/** @param folder below which each has its data folder */
export async function planNodes(folder: string): Promise<PlannedNode[]> {
  const nodes: PlannedNode[] = [];
  for (const [kind, count] of Object.entries(COUNTS) as [NodeKind, number][]) {
    for (let index = 1; index <= count; index += 1) {
      const name = count === 1 ? kind : `${kind}-${index}`;
      nodes.push({ name, kind, port: await freePort(), privatePort: await freePort(), dataDir: join(folder, name) });
    }
  }
  return nodes;
}
