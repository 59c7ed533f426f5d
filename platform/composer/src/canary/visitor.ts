import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** The network that one household or office has: an IPv4 address, the first 56 bits of an IPv6 one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address.replace(/^::ffff:/, '');
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  const [one, two, three, four = '0'] = groups;
  return [one, two, three, four.padStart(4, '0').slice(0, 2)].join(':');
}

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

/**
 * Who counts as one visitor: a network, whatever draws it brings, so that nobody votes twice. On this very machine,
 * where all share an address, a draw is a visitor.
 */
export const visitorOf = (address: string, draw: number): string =>
  LOOPBACK.test(address) ? `draw ${draw}` : networkOf(address);
