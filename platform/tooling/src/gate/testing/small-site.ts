import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { ensureChromium } from '../../run/find-program';
import { type CloselyOpenedPage, openClosely } from '../close-look';
import { launchForGate } from '../site';

const FILES = '/_releases/mf-evil/';

/** A remote on the page of a small site: its script, its styles, and the HTML in its slot. */
export interface SmallRemote {
  script?: string;
  css?: string;
  html?: string;
}

const pageOf = ({
  css = '',
  html = '<h1>Page</h1>',
}: SmallRemote): string => `<!doctype html><html lang="en"><title>Page</title>
<style>:root { --ink: rgb(10, 20, 30) } header, footer { color: var(--ink) } .quiet header { display: none }
main { min-height: 1200px } @font-face { font-family: Fraunces; src: local("Arial") } ${css}</style>
<body><div id="app"><header><a href="/">Home</a> <button type="button">Menu</button></header>
<main><div id="slot">${html}</div></main><footer><p>Since 1973</p> <a href="/contact">Contact</a></footer></div>
<script src="${FILES}app.js"></script></body></html>`;

/** A layout of a few elements with one page. Each test sets the page's remote. */
class SmallSite {
  private remote: SmallRemote = {};
  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<SmallSite> {
    const server = createServer((request, response) => {
      const isScript = request.url?.startsWith(FILES);
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? (site.remote.script ?? '') : pageOf(site.remote));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const site = new SmallSite(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    return site;
  }

  /** Opens the page as the gate does, with this remote on it. */
  open(browser: Browser, remote: SmallRemote): Promise<CloselyOpenedPage> {
    this.remote = remote;
    return openClosely(browser, `${this.origin}/`);
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

  return async <T>(remote: SmallRemote, work: (opened: CloselyOpenedPage) => Promise<T>): Promise<T> => {
    await using opened = await site.open(browser, remote);
    return await work(opened);
  };
}
