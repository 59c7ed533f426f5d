import { networkOf } from './network';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::FFFF:10.0.0.1', '10.0.0.1'],
  ['10.0.0.1:50123', '10.0.0.1'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1'],
  ['[2001:db8:1:2::1]', '2001:db8:1'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['2001:DB8:01:2::1', '2001:db8:1'],
  ['2001:db8::', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['no address', 'no address'],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network));

test('a network may be smaller', () => {
  expect(networkOf('2001:db8:1:2::1', 64)).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2:3::1', 64)).toBe(networkOf('2001:0db8:0001:0002::', 64));
});
