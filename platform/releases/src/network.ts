import { isIP } from 'node:net';

/** IPv6 prefix of one network in the evidence: what one customer gets. */
const CUSTOMER_BITS = 48;
const GROUP_BITS = 16;

/** An address with a port, which some proxies append: without it each connection would be a network. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i;

const withoutPort = (written: string): string => {
  const [, four, six] = WITH_PORT.exec(written) ?? [];
  return four ?? six ?? written;
};

/** Returns the network of an address: an IPv4 address, or an IPv6 prefix. @param bits of the prefix, a multiple of 16 */
export function networkOf(written: string, bits = CUSTOMER_BITS): string {
  const address = withoutPort(written).toLowerCase();
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return groups
    .slice(0, bits / GROUP_BITS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
