import { takeWholeWay } from './whole-way';

test('remotes with the shortest and the longest name go from nothing to live as docs/add-a-remote.md says', async () => {
  const longest = 'mf-uniforms-for-everyone-working-at-seas';
  expect(longest).toHaveLength(40);
  await takeWholeWay(
    { name: 'mf-x', path: '/x', heading: 'Page X' },
    { name: longest, path: '/uniforms-at-sea', heading: 'Uniforms for everyone working at seas' },
  );
}, 600_000);
