import type { IncomingMessage } from 'node:http';
import { networkOf } from '@wholepage/releases/network';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** The client's address: the last that a trusted proxy added, else the connection's own. */
export function addressOf(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  return forwarded || (request.socket.remoteAddress ?? '');
}

/** Who counts as one network. On this very machine, where all share an address, a draw is a network. */
export const countedNetwork = (address: string, draw: number): string =>
  LOOPBACK.test(address) ? `draw ${draw}` : networkOf(address);
