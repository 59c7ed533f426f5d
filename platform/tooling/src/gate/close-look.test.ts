import { sample, TAKES_ALL } from '../testing/sample';
import type { TriedRelease } from './check';
import { coveredLayout, layoutChanges, pressLayout, readLayout, styleLeaks } from './checks/layout';
import { leaveOthers, lostOfOthers, readStorage, storageFaults } from './checks/left-behind';
import { pressButtons } from './checks/visits';
import { during, lastingOf, lookAround, lookClosely, patchedBeyond, readGlobals, runPageTime } from './close-look';
import type { GateSite } from './site';
import { onSmallSite, type SmallRemote } from './testing/small-site';

const on = onSmallSite();

const TOKENS = ['--ink'];

const lateLayout = (remote: SmallRemote) =>
  on(remote, async ({ page }) => {
    await lookAround(page);
    await runPageTime(page);
    return readLayout(page, { tokens: TOKENS, personal: [] });
  });

/** Layout with a remote that does nothing, read once for all tests. */
let sound: Awaited<ReturnType<typeof readLayout>> | undefined;

/** Changes that a remote makes to the layout, with the gate's message. */
const LAYOUT_CHANGES: [script: string, css: string, expected: RegExp][] = [
  ["setTimeout(() => document.documentElement.classList.add('quiet'), 4000)", '', /header display: block → none/],
  ['', '@property --ink { syntax: "<color>"; inherits: false; initial-value: red }', /--ink: rgb\(10, 20, 30\) → /],
  ["setTimeout(() => document.querySelector('footer').remove(), 9000)", '', /^the footer is gone$/m],
  [
    "document.fonts.add(new FontFace('fraunces', 'local(\"Arial\")'))",
    '',
    /another face of the shell's font "fraunces"/,
  ],
  ["document.querySelector('footer p').style.opacity = 0", '', /footer>p:0 opacity: 1 → 0/],
  ["document.querySelector('header a').href = '//evil.invalid/'", '', /header>a:0 \[href\]: \/ → \/\/evil\.invalid\//],
  ["document.querySelector('footer p').textContent = 'Since yesterday'", '', /words: Since 1973 → Since yesterday/],
  [
    "Object.assign(document.querySelector('header a'), { ariaCurrent: 'page', href: '//evil.invalid/' })",
    '',
    /header>a:0 \[href\]: \/ → \/\/evil\.invalid\//,
  ],
  ["document.querySelector('footer').ariaHidden = 'true'", '', /footer \[aria-hidden\]: {2}→ true/],
  [
    "addEventListener('scroll', () => document.documentElement.classList.add('quiet'))",
    '',
    /header display: block → none/,
  ],
  ["onkeydown = () => document.documentElement.classList.add('quiet')", '', /header display: block → none/],
  ["onpointermove = () => document.documentElement.classList.add('quiet')", '', /header display: block → none/],
];

test.each(sample(LAYOUT_CHANGES, ["document.querySelector('header a').href = '//evil.invalid/'"]))(
  'a layout that is changed within ten seconds is seen: %s%s',
  async (script, css, expected) => {
    sound ??= await lateLayout({});
    expect(layoutChanges(sound, await lateLayout({ script, css })).join('\n')).toMatch(expected);
  },
);

test('a layout that a remote leaves alone is not named', async () => {
  sound ??= await lateLayout({});
  expect(layoutChanges(sound, await lateLayout({ script: 'let own = 1' }))).toEqual([]);
});

test('a page that never comes to rest is given up, and read as it is', async () => {
  const layout = await lateLayout({
    script: 'const again = () => Promise.resolve().then(() => setTimeout(again)); again()',
  });
  expect(Object.keys(layout.elements)).toContain('footer');
});

test('styles are held against the layout of one moment: what moves there is its own', async () => {
  const css =
    'header a { animation: turn 1s linear infinite } @keyframes turn { to { rotate: 1turn } } footer { transition: opacity 9s }';
  await on({ css }, async ({ page }) => {
    const add = async (name: string, body: string) => {
      await page.route(`**/${name}`, (route) => route.fulfill({ contentType: 'text/css', body }));
      await page.addStyleTag({ url: `/_releases/mf-evil/${name}` });
    };
    expect(await styleLeaks(page, 'mf-evil', [])).toEqual([]);
    await add('sound.css', '.card { margin: 0 }');
    expect(await styleLeaks(page, 'mf-evil', [])).toEqual([]);
    await add('careless.css', 'footer { opacity: 0.5 }');
    expect(await styleLeaks(page, 'mf-evil', [])).toEqual(['footer opacity: 1 → 0.5']);
    expect(await styleLeaks(page, 'mf-other', [])).toEqual([]);
  });
});

test('what lies over the layout above 1500 px is seen there, and only there', async () => {
  const css = '@media (min-width: 1500px) { .over { position: fixed; inset: 0; z-index: 9 } }';
  await on({ css, html: '<h1>Page</h1><div class="over"></div>' }, async ({ page }) => {
    expect(await coveredLayout(page)).toEqual([]);
    await page.setViewportSize({ width: 1920, height: 900 });
    expect(await coveredLayout(page)).toContain('"Home" of the header lies under div.over');
  });
});

const LATE_COVER =
  "setTimeout(() => { document.querySelector('.over').style.cssText = 'position: fixed; inset: 0; z-index: 9' }, 5000)";

const COVERS: [script: string, css: string][] = [
  [LATE_COVER, ''],
  ['', '.over { position: fixed; inset: 0; z-index: 9; background: black; pointer-events: none }'],
];

test.each(sample(COVERS, [LATE_COVER]))(
  'what comes to lie over the layout, or is only seen to, is named: %s%s',
  async (script, css) => {
    await on({ script, css, html: '<h1>Page</h1><div class="over"></div>' }, async ({ page }) => {
      await runPageTime(page);
      expect(await coveredLayout(page)).toContain('"Home" of the header lies under div.over');
    });
  },
);

test('a pane that lets presses through and paints nothing is not in the way', async () => {
  const css = '.over { position: fixed; inset: 0; z-index: 9; pointer-events: none }';
  await on({ css, html: '<h1>Page</h1><div class="over"></div>' }, async ({ page }) => {
    expect(await coveredLayout(page)).toEqual([]);
  });
});

test('a link under a banner is not pressed: what lies over it is named by itself', async () => {
  const css = '.over { position: fixed; inset: 0; z-index: 9 }';
  await on({ css, html: '<h1>Page</h1><div class="over"></div>' }, async (opened) => {
    expect(await pressLayout(opened, 'footer')).toEqual([]);
    expect(await coveredLayout(opened.page)).toContain('"Contact" of the footer lies under div.over');
  });
});

const PRESSES: [script: string, expected: string[]][] = [
  ['', []],
  [
    "addEventListener('click', (event) => event.preventDefault(), true)",
    ['a press on "Contact" of the footer does not lead to /contact'],
  ],
  [
    "addEventListener('click', () => open('/elsewhere'), true)",
    ['a press on "Contact" of the footer opens another window'],
  ],
];

test.each(sample(PRESSES, ['', "addEventListener('click', () => open('/elsewhere'), true)"]))(
  'a link of the layout that a remote takes over is named: %s',
  async (script, expected) => {
    expect(await on({ script }, (opened) => pressLayout(opened, 'footer'))).toEqual(expected);
  },
);

test('a box of the browser that stops the page is a trouble', async () => {
  await on({ script: "alert('Welcome')" }, async ({ troubles }) => {
    expect(troubles).toEqual(['it stops the page with alert(): "Welcome"']);
  });
});

/** A script that replaces the functions by which the gate reads globals. */
const ANSWERS = '__globals.patched = () => ({}); Object.prototype.polluted = true';

/** Changes to built-ins that every script uses, with the name of the built-in. */
const BUILT_INS: [script: string, name: string][] = [
  ['window.fetch = ((own) => (...given) => own(...given))(fetch)', 'fetch'],
  ['Object.prototype.polluted = true', 'Object.prototype.polluted'],
  [
    'Object.defineProperty(Array.prototype, Symbol.iterator, { value: Array.prototype.values.bind([]) })',
    'Array.prototype.Symbol(Symbol.iterator)',
  ],
  ['document.querySelector = () => null', 'document.querySelector'],
  ["Object.defineProperty(Element.prototype, 'innerHTML', { get() { return '' } })", 'Element.prototype.innerHTML'],
  ['history.pushState = () => {}', 'history.pushState'],
  ['Object.getPrototypeOf(Object.getPrototypeOf([].values())).map = () => []', 'Iterator.prototype.map'],
  ['delete Array.prototype.at', 'Array.prototype.at'],
  ['JSON.parse = () => ({})', 'JSON.parse'],
  ['window.fetch = new Proxy(fetch, {})', 'fetch'],
  ['Object.setPrototypeOf(document, Object.create(HTMLDocument.prototype))', 'document.[[Prototype]]'],
  ["const own = localStorage; Object.defineProperty(window, 'localStorage', { get: () => own })", 'localStorage'],
  ["window.name = 'evil'", 'window.name = "evil"'],
  ["history.scrollRestoration = 'manual'", 'history.scrollRestoration = "manual"'],
  ['window.JSON = { ...JSON, parse: JSON.parse, stringify: () => "" }', 'JSON'],
  [ANSWERS, 'Object.prototype.polluted'],
];

test.each(sample(BUILT_INS, [ANSWERS, 'window.fetch = new Proxy(fetch, {})']))(
  'a built-in that is changed is named: %s',
  async (script, name) => {
    const { patched } = await on({ script }, readGlobals);
    expect(Object.keys(patched)).toEqual([name]);
  },
);

test('a remote that touches nothing has changed nothing', async () => {
  const script = "let own = 1; document.querySelector('#slot').append('.'); setInterval(() => {}, 1e6)";
  expect((await on({ script }, readGlobals)).patched).toEqual({});
});

test('a built-in that the shell replaces is not the remote’s to replace again', async () => {
  const shells = 'history.pushState = function first() {};';
  const read = (script: string) => on({ script }, readGlobals);
  const blank = await read(shells);
  expect(patchedBeyond([blank], await read(shells))).toEqual([]);
  for (const again of [
    'history.pushState = function second() {}',
    'history.pushState = new Proxy(history.pushState, {})',
  ])
    expect(patchedBeyond([blank], await read(`${shells} ${again}`))).toEqual(['history.pushState']);
  const scrolls = "history.scrollRestoration = 'manual'";
  const taken = patchedBeyond([await read(scrolls)], await read("history.scrollRestoration = 'auto'"));
  expect(taken).toEqual(['history.scrollRestoration = "manual"']);
});

test('what React puts back to nothing has not changed', async () => {
  const script = 'Error.prepareStackTrace = undefined';
  expect((await on({ script }, readGlobals)).patched).toEqual({});
});

const LASTING: [script: string, expected: string][] = [
  ["document.addEventListener('input', (event) => console.debug(event), true)", 'it still listens to document input'],
  ["document.querySelector('footer').onclick = () => {}", 'it still listens to footer click'],
  ["navigation.addEventListener('navigate', () => {})", 'it still listens to navigation navigate'],
  ["visualViewport.addEventListener('resize', () => {})", 'it still listens to visualViewport resize'],
  ['setInterval(() => {}, 1000)', '1 of its intervals go on'],
  ['new MutationObserver(() => {}).observe(document.body, { childList: true })', '1 of its observers watch the page'],
  ['new ResizeObserver(() => {}).observe(document.body)', '1 of its observers watch the page'],
  ["new IntersectionObserver(() => {}).observe(document.querySelector('footer'))", '1 of its observers watch the page'],
];

test.each(sample(LASTING, ["document.querySelector('footer').onclick = () => {}", 'setInterval(() => {}, 1000)']))(
  'what goes on after a remote was left is named: %s',
  async (script, expected) => {
    expect(await on({ script }, (opened) => lastingOf(opened, 'mf-evil'))).toEqual([expected]);
  },
);

test('what a remote ends is not named, nor what the shell does', async () => {
  const script =
    "const hear = () => {}; addEventListener('keydown', hear); removeEventListener('keydown', hear); clearInterval(setInterval(hear, 9)); clearTimeout(setInterval(hear, 9))";
  await on({ script }, async (opened) => {
    await opened.page.evaluate(() => addEventListener('resize', () => {}));
    expect(await lastingOf(opened, 'mf-evil')).toEqual([]);
  });
});

test('each button is pressed once, and a dialog that comes up is held against axe', async () => {
  const html = `<h1>Page</h1><button id="one">Sizes</button><button hidden>Ghost</button>
    <dialog aria-label="Sizes"><img src="data:,"><button>Close</button></dialog>
    <form><button>Send</button><button disabled>Send later</button></form><button>Send</button>`;
  const script = `document.querySelector('form').onsubmit = (event) => { event.preventDefault(); window.sent = (window.sent ?? 0) + 1 };
    document.querySelector('#one').onclick = () => setTimeout(() => document.querySelector('dialog').showModal(), 5);
    document.querySelector('dialog button').onclick = () => document.querySelector('dialog').close();`;
  await on({ html, script }, async (opened) => {
    const { names, left, violations } = await pressButtons(opened);
    expect(names).toEqual(['Sizes', 'Send', 'Send (2)']);
    expect(left).toEqual(['Ghost', 'Close', 'Send later']);
    expect(violations.map(({ dialog, violation }) => `${dialog}: ${violation.help}`)).toEqual([
      'Sizes: Images must have alternative text',
    ]);
    expect(await opened.page.evaluate('window.sent')).toBe(1);
  });
});

test("a dialog of the shell is closed before the next press, and its faults are not the page's", async () => {
  const html = '<h1>Page</h1><button>Ask</button><button>Enquire</button>';
  const script = `document.querySelector('#app').insertAdjacentHTML('beforeend', '<dialog><img src="data:,"></dialog>');
    const dialog = document.querySelector('dialog');
    document.querySelector('#slot').onclick = () => dialog.open ? console.error('It is open') : dialog.showModal();`;
  await on({ html, script }, async (opened) => {
    expect(await pressButtons(opened)).toEqual({ names: ['Ask', 'Enquire'], left: [], violations: [] });
    expect(opened.troubles).toEqual([]);
  });
});

test('an error is named with the button that causes it', async () => {
  const script = "document.querySelector('#slot button').onclick = () => { throw new Error('too dear') }";
  await on({ html: '<h1>Page</h1><button>Order</button>', script }, async (opened) => {
    await pressButtons(opened);
    expect(opened.troubles).toEqual(['uncaught Error: too dear, after "Order" was pressed']);
  });
});

test('buttons beyond those that are pressed are named', async () => {
  const html = `<h1>Page</h1>${Array.from({ length: 62 }, (_, at) => `<button>Size ${at + 1}</button>`).join('')}`;
  await on({ html }, async (opened) => {
    expect((await pressButtons(opened)).left).toEqual(['Size 61', 'Size 62']);
  });
});

test('what buttons send goes to no back end, and that it is refused is no fault of the page', async () => {
  const html = `<h1>Page</h1><button id="cart">Add</button><form method="post" action="/orders"><button>Order</button></form>`;
  const script = `document.querySelector('#cart').onclick = async () => {
    const { status } = await fetch('/cart/add', { method: 'POST' });
    document.querySelector('h1').textContent = 'Answered with ' + status;
  };`;
  await on({ html, script }, async (opened) => {
    expect((await pressButtons(opened)).names).toEqual(['Add', 'Order']);
    expect(await opened.page.textContent('h1')).toBe('Answered with 503');
    expect(opened.troubles).toEqual([]);
  });
});

test('a button that leads to a slow page is waited for, and the next is pressed', async () => {
  const html = '<h1>Page</h1><form action="/slow"><button>Search</button></form><button>Sizes</button>';
  await on({ html }, async (opened) => {
    await opened.page.route('**/slow**', (route) =>
      setTimeout(() => route.fulfill({ contentType: 'text/html', body: '<title>Slow</title>' }), 1_700),
    );
    expect((await pressButtons(opened)).names).toEqual(['Search', 'Sizes']);
    expect(opened.troubles).toEqual([]);
  });
});

test('a page that asks before it is left is left, which is no fault', async () => {
  const html = '<h1>Page</h1><button>Order</button><a href="/contact">Contact</a>';
  await on({ html, script: 'onbeforeunload = (event) => event.preventDefault()' }, async ({ page, troubles }) => {
    await page.click('#slot button');
    await page.goto(`${page.url()}contact`);
    expect(troubles).toEqual([]);
  });
});

test('a button that leads to another site is named with what it leads to', async () => {
  const html = '<h1>Page</h1><button>Order</button>';
  const script = "document.querySelector('#slot button').onclick = () => location.assign('//evil.invalid/')";
  await on({ html, script }, async (opened) => {
    await pressButtons(opened).catch(() => {});
    expect(opened.troubles[0]).toMatch(/^it leads the visitor away to http:\/\/evil\.invalid/);
  });
});

const manifestOf = (app: string) => ({
  ...{ app, version: '1.0.0', routes: [{ path: '/evil', js: [], css: [] }], fragments: [], files: {} },
  entry: { js: [], css: [] },
});

/** Looks closely at this remote, as the gate does. */
async function lookAt(remote: SmallRemote) {
  const { browser, origin } = on.serve(remote);
  const site = { browser, composer: { origin }, pages: ['/evil'], api: 'up' } as unknown as GateSite;
  const [candidate, shell] = [{ manifest: manifestOf('mf-evil') }, { manifest: manifestOf('shell') }];
  const [found] = await lookClosely(site, { candidate, shell, remotes: [] } as unknown as TriedRelease);
  return found;
}

if (TAKES_ALL)
  test('a sound remote leaves nothing in three visits, and one that spoils each of them is named for all of it', async () => {
    expect(await lookAt({ script: 'let own = 1' })).toMatchObject({
      ...{ troubles: [], layout: [], storage: [], patched: [], added: [], lasting: [] },
    });
    const script = `console.error('It broke');
      document.addEventListener('keydown', () => {});
      addEventListener('click', (event) => event.preventDefault(), true);
      setInterval(() => {}, 1000);
      document.querySelector('footer p').textContent = 'Since yesterday';
      localStorage.clear();
      sessionStorage.setItem('log', (sessionStorage.getItem('log') ?? '') + 'x'.repeat(2000));
      document.cookie = 'evil=1';
      window.fetch = ((own) => (...given) => own(...given))(fetch);
      window.left = 1;
      setTimeout(() => document.querySelector('.over').classList.add('late'), 5000);`;
    const css = `.late { position: fixed; inset: 0; z-index: 9 }
      @media (min-width: 1500px) { .over { position: fixed; inset: 0; z-index: 9 } }`;
    const found = await lookAt({ script, css, html: '<h1>Page</h1><div class="over"></div><button>Press</button>' });
    const lies = (when: string) =>
      ['"Home" of the header', '"Menu" of the header', '"Contact" of the footer'].map(
        (what) => `${when}: ${what} lies under div.over`,
      );
    expect(found).toMatchObject({
      ...{ troubles: ['console: It broke, at the first visit'], patched: ['fetch'], added: ['left'] },
      ...{ pressed: { names: ['Press'] } },
      layout: [
        ...[...lies('at 1920'), ...lies('at 2560')],
        'a press on "Home" of the header does not lead to /',
        'after it was left: footer>p:0 words: Since 1973 → Since yesterday',
        'a press on "Contact" of the footer does not lead to /contact',
        'after ten seconds: footer>p:0 words: Since 1973 → Since yesterday',
        ...lies('after ten seconds'),
      ],
      storage: [
        'it removes or changes what others keep in localStorage',
        'it sets the cookie "evil", which the release does not declare',
        expect.stringMatching(/^sessionStorage grew by /),
      ],
      lasting: ['it still listens to window click', 'it still listens to document keydown', '1 of its intervals go on'],
    });
  }, 240_000);

if (TAKES_ALL)
  test('what goes wrong in one look alone is the machine’s', async () => {
    let asked = 0;
    const found = await lookAt({
      get script() {
        asked += 1;
        return asked === 1 ? "console.error('It was late')" : '';
      },
    });
    expect(found?.troubles).toEqual([]);
  }, 240_000);

test('what goes wrong at each visit is said once', () => {
  const troubles = ['a'];
  during(troubles, 0, 'at the first visit');
  troubles.push('a', 'b');
  during(troubles, 1, 'at the second visit');
  expect(troubles).toEqual(['a, at the first visit', 'b, at the second visit']);
});

describe('storage', () => {
  test('what another team keeps in the browser is still there', async () => {
    for (const [script, expected] of [
      ['', []],
      ['localStorage.clear()', ['it removes or changes what others keep in localStorage']],
    ] as const)
      await on({ script }, async ({ page }) => {
        await leaveOthers(page);
        await page.reload();
        expect(await lostOfOthers(page)).toEqual(expected);
      });
  });

  test('storage that grows at each visit, and a cookie that nobody declared, are faults', async () => {
    const script =
      "localStorage.setItem('log', (localStorage.getItem('log') ?? '') + 'x'.repeat(30000)); document.cookie = 'seen=1'; indexedDB.open('log')";
    await on({ script }, async (opened) => {
      const visits = [await readStorage(opened)];
      await opened.page.reload();
      visits.push(await readStorage(opened));
      const blank = { local: 0, session: 0, places: [], cookies: [] };
      expect(storageFaults(blank, visits, [])).toEqual([
        'it sets the cookie "seen", which the release does not declare',
        'it leaves IndexedDB "log"',
        'localStorage grew by 30.0 kB in visit 2, and would in each',
        'localStorage holds 60.0 kB; 50.0 kB are allowed',
      ]);
      expect(storageFaults(blank, visits.slice(1), ['seen'])).toEqual([
        'it leaves IndexedDB "log"',
        'localStorage grew by 60.0 kB in visit 1, and would in each',
        'localStorage holds 60.0 kB; 50.0 kB are allowed',
      ]);
    });
  });

  test('storage of the tab that grows at each visit is a fault', () => {
    const read = (session: number) => ({ local: 0, session, places: [], cookies: [] });
    expect(storageFaults(read(0), [read(20_000), read(40_000)], [])).toEqual([
      'sessionStorage grew by 20.0 kB in visit 2, and would in each',
    ]);
  });

  test('a remote that throws when it finds what an earlier visit left is in trouble at the second visit', async () => {
    const script =
      "if (localStorage.getItem('seen')) throw new Error('seen before'); localStorage.setItem('seen', '1')";
    await on({ script }, async ({ page, troubles }) => {
      expect(troubles).toEqual([]);
      await page.reload();
      expect(troubles).toEqual(['uncaught Error: seen before']);
    });
  });
});
