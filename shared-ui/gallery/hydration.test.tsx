import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CATALOGUE } from './catalogue';

/** Films open at a click, so no server draws one that is open: `muted` is nothing that HTML made by React can say. */
const NEVER_SERVED = new Set(['VideoDialogOpen']);

const examples = Object.entries(CATALOGUE)
  .filter(([name]) => !NEVER_SERVED.has(name))
  .flatMap(([name, states]) => Object.entries(states).map(([state, example]) => ({ name, state, example })));

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
});

// React says so on the console when server and browser disagree, and an unexpected console.error fails a test.
it.each(examples)('the browser draws $name, $state, as the server did', async ({ example }) => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(example);
  const problems: unknown[] = [];
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(container, example, { onRecoverableError: (error) => problems.push(error) });
  });
  expect(problems).toEqual([]);
  await act(async () => root?.unmount());
  container.remove();
});
