import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';

/** The container of a remote, or a module of it, that takes longer never comes. */
const LIMIT_MS = 10_000;
const PAGE_PATH = '/_stock-host';
const PAGE = '<!doctype html><title>Another host</title><body><main></main>';

/** What is asked of the page of a stock host. */
export interface StockVisit {
  app: string;
  /** Path of its `mf-manifest.json`. */
  manifest: string;
  /** Name of the module to load, such as `embed`. */
  module: string;
  /** Shows the page at this path by the bridge that the module is; undefined: it is loaded only. */
  path: string | undefined;
  limitMs: number;
}

interface Bridge {
  render(info: { dom: Element | null; path: string }): Promise<void>;
  destroy(info: { dom: Element | null }): Promise<void>;
}

declare global {
  interface Window {
    /** Left by the page that {@link visitIn} runs in: opens a remote, then loads its modules. */
    stockHost: (name: string, entry: string) => (module: string) => Promise<{ default?: () => Bridge } | null>;
  }
}

/** Runs in the page. @returns what is wrong, as a clause about the remote; undefined when nothing is */
async function visitIn({ app, manifest, module, path, limitMs }: StockVisit): Promise<string | undefined> {
  const { stockHost } = window;
  // Sent to the page as text, so that nothing can be imported.
  const late = (what: string) =>
    new Promise<never>((_resolve, reject) =>
      setTimeout(() => reject(new Error(`${what} took longer than ${limitMs / 1000} s`)), limitMs),
    );
  const within = <T>(work: Promise<T>, what: string): Promise<T> => Promise.race([work, late(what)]);
  try {
    const load = stockHost(app, location.origin + manifest);
    const loaded = await within(load(`${app}/${module}`), `its container or ./${module}`);
    if (!loaded) return `./${module} is empty`;
    if (path === undefined) return undefined;
    const dom = document.querySelector('main');
    const bridge = loaded.default?.();
    if (!bridge) return `./${module} is not a bridge`;
    await within(bridge.render({ dom, path }), `"render" of ./${module}`);
    const textOf = () => {
      const shown = dom?.firstElementChild;
      return (shown?.shadowRoot ?? shown)?.textContent?.trim();
    };
    const rendered = performance.now();
    // A page may fetch its data first.
    while (!textOf() && performance.now() - rendered < limitMs)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const text = textOf();
    await within(bridge.destroy({ dom }), `"destroy" of ./${module}`);
    if (!text) return `./${module} showed nothing at ${path}`;
    return dom?.childNodes.length ? `"destroy" of ./${module} left nodes behind` : undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0] : String(error);
  }
}

async function hostScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createInstance } from '@module-federation/runtime';
        globalThis.stockHost = (name, entry) => {
          const host = createInstance({ name: 'stock_host', remotes: [{ name, entry }], shared: {} });
          return (module) => host.loadRemote(module);
        };`,
      resolveDir: dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Loads a remote in a bare page that has Module Federation's own runtime and nothing of this platform.
 * @returns what is wrong, in a few words; undefined when nothing is
 */
export async function visitInStockHost(
  browser: Browser,
  origin: string,
  visit: Omit<StockVisit, 'limitMs'>,
): Promise<string | undefined> {
  const page = await browser.newPage();
  try {
    await page.addInitScript("Object.defineProperty(globalThis, '__name', { value: (named) => named });");
    await page.route(origin + PAGE_PATH, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.goto(origin + PAGE_PATH);
    await page.addScriptTag({ content: await hostScript() });
    return await page.evaluate(visitIn, { ...visit, limitMs: LIMIT_MS });
  } finally {
    await page.close();
  }
}
