import type { IncomingMessage, ServerResponse } from 'node:http';
import { SHELL } from '@wholepage/contracts/version';
import type { ReleaseSet } from '../releases/release-set';
import { sendText } from './response/send';

/** Whether a composer can do its work, and in words. */
export interface Readiness {
  isReady: boolean;
  text: string;
}

/**
 * Whether the live releases can be served. One that cannot is its own team's trouble. When most of them cannot, the keys, the disk
 * or the network of this composer are at fault, and another may serve them.
 */
export function readinessOf(
  { apps, absent }: Pick<ReleaseSet, 'apps' | 'absent'>,
  secret: { isKnown: boolean },
): Readiness {
  const served = Object.keys(apps).filter((app) => app !== SHELL);
  const unserved = Object.keys(absent);
  const isReady = unserved.length <= served.length;
  const text = isReady ? 'ready' : 'most live releases cannot be served';
  const remarks = [
    text,
    ...(unserved.length > 0 ? [`not served: ${unserved.join(', ')}`] : []),
    ...(secret.isKnown ? [] : ['canaries are withheld, for the private store cannot be used']),
  ];
  return { isReady, text: remarks.join('; ') };
}

/** What a load balancer asks a server: `/healthz` (it lives), `/readyz` (send it visitors). @returns false for any other path */
export function answerHealth(
  readiness: () => Readiness,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (path !== '/healthz' && path !== '/readyz') return false;
  const { isReady, text } = path === '/healthz' ? { isReady: true, text: 'ok' } : readiness();
  sendText(request, response, isReady ? 200 : 503, text);
  return true;
}
