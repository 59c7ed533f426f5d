import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { SERVED_EXAMPLES } from './catalogue';

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
});

// React logs a mismatch of server and browser, and an unexpected console.error fails a test.
it.each(SERVED_EXAMPLES)('the browser draws $name, $state, as the server did', async ({ example }) => {
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
