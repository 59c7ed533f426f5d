import { roleAddress } from './role-address';

it.each([
  ['Chefs', 'chef'],
  ['F&B', 'f-and-b'],
  ['Boat crews', 'boat-crew'],
  ['Quality/lab technicians', 'quality-lab-technician'],
  ['Special ops', 'special-ops'],
  ['Higher education', 'higher-education'],
])('%s is at #%s', (title, address) => {
  expect(roleAddress(title)).toBe(address);
});
