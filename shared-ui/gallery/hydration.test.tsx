import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { CATALOGUE } from './catalogue';

const examples = Object.entries(CATALOGUE).flatMap(([name, list]) => list.map((example) => ({ name, example })));

beforeAll(() => {
  globalThis.matchMedia ??= (query: string) => ({ matches: false, media: query }) as MediaQueryList;
});

// React says so on the console when server and browser disagree, and an unexpected console.error fails a test.
it.each(examples)('the browser draws $name, $example.name, as the server did', async ({ example }) => {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(example.render());
  const problems: unknown[] = [];
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(container, example.render(), { onRecoverableError: (error) => problems.push(error) });
  });
  expect(problems).toEqual([]);
  await act(async () => root?.unmount());
  container.remove();
});
