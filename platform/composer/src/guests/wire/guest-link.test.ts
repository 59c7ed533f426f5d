import { sample, TAKES_ALL } from '../../../../tooling/src/testing/sample';
import { fixtureStore, storeWithHome } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';
import { Conversation } from './guest-link';
import { encodePacket, HEADER_BYTES, type Packet, PacketReader, ProtocolError } from './packets';
import { FROM_GUEST, type FromGuestKind, TASK_LIMITS } from './protocol';

describe('a conversation', () => {
  let conversation: Conversation;
  const say = (kind: FromGuestKind, id = 0, length = 0) => conversation.admit({ kind: FROM_GUEST[kind], id, length });

  const ready = () => {
    say('started');
    conversation.loadSent();
    say('loaded');
  };

  beforeEach(() => {
    conversation = new Conversation();
  });

  test('a guest starts, loads, and answers each task once', () => {
    ready();
    conversation.taskSent(5, 'page');
    say('fetch', 5, 100);
    say('result', 5, 1_000);
    expect(conversation.isReady).toBe(true);
    expect(() => say('result', 5)).toThrow('uninvited message (result)');
  });

  test.each(['started', 'loaded', 'loadFailed'] as const)('%s is said once', (kind) => {
    ready();
    expect(() => say(kind)).toThrow(`uninvited message (${kind})`);
    expect(conversation.isReady).toBe(true);
  });

  test('nothing is ready before it was asked to load', () => {
    say('started');
    expect(() => say('loaded')).toThrow('uninvited');
  });

  test('a task calls the API as often as it may, also once it was given up', () => {
    ready();
    conversation.taskSent(5, 'page');
    for (let call = 0; call < TASK_LIMITS.page.calls; call += 1) say('fetch', 5);
    expect(() => say('fetch', 5)).toThrow('uninvited message (fetch)');
  });

  test('a layout calls nothing', () => {
    ready();
    conversation.taskSent(5, 'layout');
    expect(() => say('fetch', 5)).toThrow('uninvited message (fetch)');
  });

  test('an answer may be as long as its kind of task', () => {
    ready();
    conversation.taskSent(5, 'layout');
    expect(() => say('result', 5, TASK_LIMITS.layout.resultBytes + 1)).toThrow('of 1048576 that it may have');
  });

  test('a pong is that of the last ping', () => {
    ready();
    conversation.pingSent(2);
    expect(() => say('pong', 1)).toThrow('uninvited message (pong)');
    say('pong', 2);
    expect(() => say('pong', 2)).toThrow('uninvited message (pong)');
  });
});

describe('hostile messages', () => {
  /** A server entry that speaks the protocol: `packet` makes a message, `say` writes it, `id` is the number of the task. */
  const attacker = (body: string) => `import fs from 'node:fs';
const packet = (kind, id, text = '') => {
  const head = Buffer.alloc(9);
  head.writeUInt32BE(Buffer.byteLength(text), 0); head.writeUInt8(kind, 4); head.writeUInt32BE(id, 5);
  return Buffer.concat([head, Buffer.from(text)]);
};
const say = (bytes) => { for (let at = 0; at < bytes.length; ) try { at += fs.writeSync(3, bytes, at); } catch {} };
const sound = { status: 200, head: { title: 'Sound' }, html: '<h1>Sound</h1>', data: null, maxAge: 0 };
export async function render({ url, fetch }) {
  if (url.includes('/bad')) { ${body} }
  return sound;
}`;

  let composer: RunningComposer;
  afterEach(() => composer.close());

  /** Longer than any page on a busy machine, much shorter than an attack. */
  const PATIENCE_MS = 15_000;

  const get = async (path: string) => {
    const response = await fetch(composer.origin + path, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return { status: response.status, html: await response.text() };
  };
  const ends = () => composer.events.filter(({ event }) => event === 'guest ended').map(({ details }) => details);

  const attack = async (body: string, makeStore = fixtureStore) => {
    composer = await runComposer(await makeStore(attacker(body)));
    return get('/blog/bad').catch(() => undefined);
  };

  const RESULT = 'JSON.stringify(sound)';

  /** Messages outside a task: content, code, and the reason for which the guest ends. */
  const UNINVITED: [string, string, string][] = [
    ['a second start', `say(packet(1, 0));`, 'uninvited message (started)'],
    ['a second end of loading', `say(packet(2, 0));`, 'uninvited message (loaded)'],
    ['a failure to load', `say(packet(3, 0, '"no"'));`, 'uninvited message (loadFailed)'],
    ['a result of a task that was not given', `say(packet(4, 4e9, ${RESULT}));`, 'uninvited message (result)'],
    ['a failure of a task that was not given', `say(packet(5, 4e9, '"no"'));`, 'uninvited message (failed)'],
    ['a call for a task that was not given', `say(packet(6, 4e9, '{}'));`, 'uninvited message (fetch)'],
    ['a pong without a ping', `say(packet(7, 1));`, 'uninvited message (pong)'],
    ['a kind that there is not', `say(packet(99, 0));`, 'uninvited message (99)'],
    ['nothing but zeros', `say(Buffer.alloc(100));`, 'uninvited message (0)'],
    ['a message of 4 GB', `const f = packet(1, 0); f.writeUInt32BE(4294967295, 0); say(f);`, 'uninvited'],
  ];

  test.each(sample(UNINVITED, ['a second start', 'a pong without a ping']))(
    'a guest that sends %s is ended, by name, and its next page is made',
    async (_name, body, why) => {
      const page = await attack(body, storeWithHome);
      // The attacked page is still answered with the layout.
      expect(page?.html).toContain('<header>');
      const [end] = await eventually(
        async () => ends(),
        (found) => found.length > 0,
      );
      expect(end).toMatchObject({ app: 'mf-blog', version: '1.0.0', cause: 'protocolViolation' });
      expect(end?.reason).toContain(why);
      expect((await get('/blog/sound')).html).toContain('<h1>Sound</h1>');
      expect((await get('/')).html).toContain('<h1>Home</h1>');
    },
  );

  /** Reads the task's number from the process's own answer, and runs `send` before that answer leaves. */
  const withSocket = (send: string) =>
    `
  const original = Socket.prototype.write;
  Socket.prototype.write = function (bytes, ...rest) {
    if (Buffer.isBuffer(bytes) && bytes.length >= 9 && bytes.readUInt8(4) === 4) { const id = bytes.readUInt32BE(5); ${send} }
    return original.call(this, bytes, ...rest);
  };`.replaceAll('Socket', "process.getBuiltinModule('node:net').Socket");

  /** Messages within a task: content, code, and the reason for which the guest ends. */
  const OF_ITS_TASK: [string, string, string][] = [
    ['two results', `say(packet(4, id, ${RESULT}));`, 'uninvited message (result)'],
    ['a result that is not JSON', `say(packet(4, id, '{'));`, 'not JSON'],
    ['a result of 300 MB', `const f = packet(4, id); f.writeUInt32BE(3e8, 0); say(f);`, 'bytes, of'],
    ['a call of 7 MB', `say(packet(6, id, JSON.stringify({ call: 'x'.repeat(7e6), request: {} })));`, 'bytes, of'],
    [
      'a call whose number is a text',
      `say(packet(6, id, JSON.stringify({ call: 'x'.repeat(1e4), request: { url: '/api', method: 'GET', headers: {} } })));`,
      'a call that is none',
    ],
    ['a call that is nothing', `say(packet(6, id));`, 'a call that is none'],
    [
      'a call with a header of its own',
      `say(packet(6, id, JSON.stringify({ call: 1, request: { url: '/api', method: 'GET', headers: { cookie: 'a=b' } } })));`,
      'a call that is none',
    ],
    [
      'a thousand calls',
      `for (let call = 0; call < 1000; call += 1) say(packet(6, id, JSON.stringify({ call, request: { url: '/api/x', method: 'GET', headers: {} } })));`,
      'uninvited message (fetch)',
    ],
    [
      'a reason of 8 kB',
      `say(packet(5, id, JSON.stringify({ reason: 'x'.repeat(5000), name: 'Error', at: [] })));`,
      'a failure that is none',
    ],
  ];

  test.each(sample(OF_ITS_TASK, ['two results', 'a call of 7 MB']))(
    'a guest that sends %s for its task is ended, by name, and its next page is made',
    async (_name, send, why) => {
      await attack(withSocket(send));
      const [end] = await eventually(
        async () => ends(),
        (found) => found.length > 0,
      );
      expect(end).toMatchObject({ app: 'mf-blog', cause: 'protocolViolation' });
      expect(end?.reason).toContain(why);
      expect((await get('/blog/sound')).html).toContain('<h1>Sound</h1>');
    },
  );

  test('a guest that never stops sending holds nobody up, is ended each time, and then quarantined', async () => {
    const body = `
    const many = Buffer.concat(Array.from({ length: 170_000 }, () => packet(1, 0)));
    setInterval(() => say(many), 5);`;
    await attack(body, storeWithHome);
    for (let turn = 0; turn < 3; turn += 1) {
      await eventually(
        async () => ends().length,
        (count) => count > turn,
      );
      if (turn < 2) await get(`/blog/bad-${turn}`);
      expect((await get('/healthz')).status).toBe(200);
      expect((await get(`/contact?${turn}`)).html).toContain('<h1>Home</h1>');
    }
    // On a busy machine a guest may end for another reason; then the quarantine needs one more.
    let turn = 3;
    const quarantine = () => composer.events.some(({ details }) => String(details.reason).includes('left alone'));
    await eventually(async () => {
      turn += 1;
      await get(`/blog/bad-${turn}`);
      return quarantine();
    }, Boolean);
    // A new address, because earlier pages stay in the cache.
    expect((await get(`/blog/sound-${turn}`)).status).toBe(503);
  });

  /** Number of bytes written one by one. Two million take a process ten seconds. */
  const DRIPS = TAKES_ALL ? 2e6 : 5e4;

  if (TAKES_ALL)
    test('an answer that drips in byte by byte costs its own page alone', async () => {
      await attack(
        withSocket(`const text = JSON.stringify({ ...sound, html: 'x'.repeat(${DRIPS}) });
    const whole = packet(4, id, text); for (let at = 0; at < whole.length; at += 1) say(whole.subarray(at, at + 1));`),
      );
      const drips = get('/blog/bad-drips');
      const waits = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const began = performance.now();
        expect((await get('/healthz')).status).toBe(200);
        waits.push(performance.now() - began);
      }
      expect(Math.max(...waits)).toBeLessThan(PATIENCE_MS);
      await drips.catch(() => undefined);
    });

  test('a call of the API too many fails that page alone, and one after its page was sent comes to nothing: neither ends its process', async () => {
    await attack(`if (url.endsWith('/bad-many')) await Promise.all(Array.from({ length: 40 }, () => fetch('/api/x')));
    setTimeout(() => fetch('/api/late'), 50);`);
    expect((await get('/blog/bad-many')).status).toBe(503);
    expect((await get('/blog/sound')).status).toBe(200);
    const pages = await Promise.all(['a', 'b', 'c'].map((slug) => get(`/blog/bad-${slug}`)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ends()).toEqual([]);
  });
});

describe('packets', () => {
  const readAll = (parts: Buffer[], admit = jest.fn()) => {
    const packets: Packet[] = [];
    const reader = new PacketReader(admit);
    for (const part of parts) reader.read(part, (packet) => packets.push(packet));
    return packets;
  };

  const MESSAGES = [encodePacket(1, 0), encodePacket(4, 7, { html: 'größer' }), encodePacket(6, 9, 'x'.repeat(500))];
  const EXPECTED = [
    { kind: 1, id: 0, body: undefined },
    { kind: 4, id: 7, body: { html: 'größer' } },
    { kind: 6, id: 9, body: 'x'.repeat(500) },
  ];

  test.each([1, 2, 8, 9, 10, 100, 10_000])('messages come whole, in pieces of %d bytes', (size) => {
    const all = Buffer.concat(MESSAGES);
    const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
      all.subarray(n * size, (n + 1) * size),
    );
    expect(readAll(parts)).toMatchObject(EXPECTED);
  });

  test('a message is refused by its header, before anything of it is taken in', () => {
    const refuse = jest.fn().mockImplementation(() => {
      throw new ProtocolError('too long');
    });
    const header = encodePacket(4, 1, 'x'.repeat(100)).subarray(0, HEADER_BYTES);
    expect(() => readAll([header], refuse)).toThrow('too long');
  });

  test('what is not JSON is not a message', () => {
    const broken = encodePacket(4, 1, 'text');
    broken[HEADER_BYTES] = 0x7b;
    expect(() => readAll([broken])).toThrow(ProtocolError);
  });

  if (TAKES_ALL)
    test('a byte costs the same in a crowd of messages as alone', () => {
      const crowd = Buffer.concat(Array.from({ length: 170_000 }, () => encodePacket(1, 0)));
      let count = 0;
      const began = performance.now();
      new PacketReader(() => {}).read(crowd, () => {
        count += 1;
      });
      expect(count).toBe(170_000);
      expect(performance.now() - began).toBeLessThan(10_000);
    });

  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`key ${key}`, '"[{,']));

  test.each([
    ['of many keys', { data: keys(51_000) }, 'has more than 51000 values'],
    ['of a long list', Array(51_001).fill(0), 'has more than 51000 values'],
    ['that is deep', JSON.parse('['.repeat(67) + ']'.repeat(67)), 'is deeper than 66 levels'],
  ])('a message %s is refused before it is parsed', (_name, body, refused) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(readAll([encodePacket(4, 1, body)])).toMatchObject([{ kind: 4, id: 1, body: undefined, refused }]);
    expect(parse).not.toHaveBeenCalled();
  });

  test('what stands in its texts counts for nothing', () => {
    const body = { text: `${'\\"[{,'.repeat(60_000)}\\`, data: keys(10) };
    expect(readAll([encodePacket(4, 1, body)])).toMatchObject([{ body }]);
  });
});
