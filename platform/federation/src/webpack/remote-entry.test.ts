import { remoteEntryScript } from './remote-entry';

const promised = (file: string) => ({ file, integrity: `sha384-${'x'.repeat(64)}` });

// What it does is tried in real hosts: test/conformance/matrix.all.test.ts.
test('the container for other hosts is at most 1 kB, and names its files with their digests', () => {
  const script = remoteEntryScript({
    name: 'mf_courses',
    foreign: promised('../assets/foreign.8a8728b8ae79.js'),
    entry: promised('entry.js'),
    embed: promised('embed.json'),
  });
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(1024);
  for (const file of ['../assets/foreign.8a8728b8ae79.js', 'entry.js', 'embed.json']) {
    expect(script).toContain(`${JSON.stringify(file)},${JSON.stringify(promised(file).integrity)}`);
  }
});
