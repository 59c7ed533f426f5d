import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReactNode } from 'react';

const { resolve } = createRequire(__filename);
const folderOf = (name: string): string => dirname(resolve(`${name}/package.json`));

const out = mkdtempSync(join(tmpdir(), 'react-18-'));
const bundle = join(out, 'react-18-entry.cjs');
execFileSync(resolve('esbuild/bin/esbuild'), [
  join(__dirname, 'react-18-entry.tsx'),
  '--bundle',
  '--platform=node',
  '--format=cjs',
  '--jsx=automatic',
  '--loader:.woff2=empty',
  '--define:process.env.NODE_ENV="development"',
  '--log-level=error',
  `--alias:react=${folderOf('react-18')}`,
  `--alias:react-dom=${folderOf('react-dom-18')}`,
  `--outfile=${bundle}`,
]);
const { act, Button, createElement, createRef, createRoot, FileField, hydrateRoot, SERVED_EXAMPLES, version } = require(
  bundle,
) as typeof import('./react-18-entry');
afterAll(() => rmSync(out, { recursive: true }));

/** A program that renders without a document, as a server does. */
const SERVE = `const { SERVED_EXAMPLES, renderToString } = require(process.argv[1]);
const html = ({ example }) => { try { return renderToString(example); } catch (error) { return String(error); } };
console.log(JSON.stringify(SERVED_EXAMPLES.map(html)));`;
const served = spawnSync(process.execPath, ['-e', SERVE, bundle], { encoding: 'utf8' });
const pages = JSON.parse(served.stdout) as string[];
const examples = SERVED_EXAMPLES.map((shown, index) => ({ ...shown, html: pages[index] ?? '' }));

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(() => document.body.replaceChildren());

function hydrate(html: string, element: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  act(() => {
    hydrateRoot(container, element);
  });
}

it('the server has nothing to complain about on React 18', () => {
  expect(version).toBe('18.3.1');
  expect(served.stderr).toBe('');
});

// React 18 logs what it does not know, and an unexpected console.error fails a test.
it.each(examples)('$name, $state, comes to life on React 18', ({ html, example }) => {
  hydrate(html, example);
});

it('gives refs of a button and of a file field', () => {
  const button = createRef<HTMLButtonElement>();
  const input = createRef<HTMLInputElement>();
  const fields = [
    createElement(Button, { ref: button, key: 'button', children: 'Send' }),
    createElement(FileField, { ref: input, key: 'file', name: 'file', label: 'A file' }),
  ];
  act(() => createRoot(document.body.appendChild(document.createElement('form'))).render(fields));
  expect(button.current?.tagName).toBe('BUTTON');
  expect(input.current?.type).toBe('file');
});
