import sharp from 'sharp';
import { sample, TAKES_ALL } from '../../platform/tooling/src/testing/sample';
import { cleanPng } from './helpers/pictures';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'loopback' });
});
afterAll(() => site.stop());

const upload = async (address: string, bytes: Buffer, name = 'idea.gif') => {
  const body = new FormData();
  for (const [field, value] of Object.entries({ name: 'Ravi', number: '98400 01973', email: 'ravi@x.example' }))
    body.append(field, value);
  body.append('inspirations[]', new Blob([new Uint8Array(bytes)]), name);
  const headers = { accept: 'application/json', 'x-forwarded-for': address };
  const began = performance.now();
  const answer = await fetch(`${site.url}/save_inspiration.php`, { method: 'POST', body, headers });
  const { message } = await answer.json();
  return { status: answer.status, message, ms: performance.now() - began };
};
/** 35 bytes that say how wide and high they are, and hold a pixel or two. */
const claimingGif = (edge: number): Buffer => {
  const bytes = Buffer.from('47494638396100000000800000000000ffffff2c00000000000000000002024401003b', 'hex');
  for (const at of [6, 8, 24, 26]) bytes.writeUInt16LE(edge, at);
  return bytes;
};
const attackers = (networks: number, each: number, bytes: Buffer) =>
  Array.from({ length: networks * each }, (_, n) => upload(`10.${n % networks}.0.1`, bytes));

const ATTACKS: [string, number, number, number][] = [
  ['9 of one network', 1, 9, 7000],
  ['27 of three networks', 3, 9, 7000],
  ['24 of 12 networks', 12, 2, 4500],
];

test.each(sample(ATTACKS, ['9 of one network']))(
  '35 bytes that say millions of pixels, %s, cost nobody a turn',
  async (_what, networks, each, edge) => {
    const hostile = attackers(networks, each, claimingGif(edge));
    const neighbour = await upload('192.0.2.1', cleanPng, 'idea.png');
    expect(neighbour.status).toBe(200);
    expect(neighbour.ms).toBeLessThan(3000);
    for (const { status, message, ms } of await Promise.all(hostile)) {
      expect([status, message]).toEqual([422, expect.stringContaining('damaged')]);
      expect(ms).toBeLessThan(5000);
    }
  },
);

if (TAKES_ALL)
  test('a network whose pictures take much work waits, and others do not', async () => {
    const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#777' } })
      .gif()
      .toBuffer();
    const hostile = attackers(1, 12, large);
    const neighbours = [1, 2, 3].map((n) => upload(`192.0.2.${n}`, cleanPng, 'idea.png'));
    for (const { status, ms } of await Promise.all(neighbours)) {
      expect(status).toBe(200);
      expect(ms).toBeLessThan(3000);
    }
    const answers = await Promise.all(hostile);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
