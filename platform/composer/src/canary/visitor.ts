import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** The network that counts as one: an IPv4 address, or the first 48 bits of an IPv6 one, which is what one customer gets. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address.replace(/^::ffff:/, '');
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
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

/** Who counts as one network. On this very machine, where all share an address, a draw is a network. */
export const countedNetwork = (address: string, draw: number): string =>
  LOOPBACK.test(address) ? `draw ${draw}` : networkOf(address);
