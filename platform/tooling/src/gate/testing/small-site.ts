import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { ensureChromium } from '../../run/find-program';
import { type CloselyOpenedPage, openClosely } from '../close-look';
import { BLANK, launchForGate } from '../site';

const FILES = '/_releases/mf-evil/';
const SHELL = '/shell.js';

/** Shows the blank page or the remote's by the address, as single-spa does, and says so. */
const SHELL_SCRIPT = `{
  const slot = document.querySelector('#slot');
  const html = slot.innerHTML;
  let shown;
  const show = () => {
    const app = location.pathname === '${BLANK.path}' ? '${BLANK.app}' : 'mf-evil';
    if (shown) slot.innerHTML = app === 'mf-evil' ? html : '<h1>Blank</h1>';
    const appsByNewStatus = { MOUNTED: [app], NOT_MOUNTED: shown && shown !== app ? [shown] : [] };
    shown = app;
    dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus } }));
  };
  const { pushState } = history;
  history.pushState = (...given) => {
    pushState.apply(history, given);
    window.singleSpaNavigate = () => {};
    show();
  };
  show();
}`;

/** A remote on the page of a small site: its script, its styles, and the HTML in its slot. */
export interface SmallRemote {
  script?: string;
  css?: string;
  html?: string;
}

const pageOf = (
  { css = '', html = '<h1>Page</h1>' }: SmallRemote,
  scripts: readonly string[],
): string => `<!doctype html><html lang="en"><title>Page</title>
<style>:root { --ink: rgb(10, 20, 30) } header, footer { color: var(--ink) } .quiet header { display: none }
main { min-height: 1200px } @font-face { font-family: Fraunces; src: local("Arial") } ${css}</style>
<body><div id="app"><header><a href="/">Home</a> <button type="button">Menu</button></header>
<main><div id="slot">${html}</div></main><footer><p>Since 1973</p> <a href="/contact">Contact</a></footer></div>
${scripts.map((src) => `<script src="${src}"></script>`).join('')}</body></html>`;

/** A layout of a few elements with one page. Each test sets the page's remote. */
class SmallSite {
  private remote: SmallRemote = {};
  private hasShell = false;
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<SmallSite> {
    const server = createServer((request, response) => {
      const { url = '' } = request;
      const isScript = url === SHELL || url.startsWith(FILES);
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      if (url === SHELL) return response.end(SHELL_SCRIPT);
      if (isScript) return response.end(site.remote.script ?? '');
      const isBlank = url.startsWith(BLANK.path);
      const page = isBlank ? pageOf({}, []) : pageOf(site.remote, [`${FILES}app.js`]);
      response.end(site.hasShell ? page.replace('</body>', `<script src="${SHELL}"></script></body>`) : page);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const site = new SmallSite(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    return site;
  }

  /** Opens the page as the gate does, with this remote on it. */
  open(browser: Browser, remote: SmallRemote): Promise<CloselyOpenedPage> {
    this.serve(remote, false);
    return openClosely(browser, `${this.origin}/`);
  }

  serve(remote: SmallRemote, hasShell = true): void {
    this.remote = remote;
    this.hasShell = hasShell;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Starts a browser and a small site for the tests of a file. @returns a function that opens a remote's page for some work */
export function onSmallSite() {
  let browser: Browser;
  let site: SmallSite;

  beforeAll(async () => {
    ensureChromium();
    [browser, site] = await Promise.all([launchForGate(), SmallSite.start()]);
  }, 300_000);
  afterAll(() => Promise.all([browser.close(), site.stop()]));

  const on = async <T>(remote: SmallRemote, work: (opened: CloselyOpenedPage) => Promise<T>): Promise<T> => {
    await using opened = await site.open(browser, remote);
    return await work(opened);
  };
  /** Serves this remote in a shell, for a gate that opens its pages itself. */
  const serve = (remote: SmallRemote): { browser: Browser; origin: string } => {
    site.serve(remote);
    return { browser, origin: site.origin };
  };
  return Object.assign(on, { serve });
}
