import { act, waitFor } from '@testing-library/react';
import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { type OwnRoot, openRoot } from './own-root';

let show: (count: number) => void = () => {};
function Page() {
  const [count, setCount] = useState(1);
  show = setCount;
  return (
    <div>
      <p>
        Slide {count} of 6{count > 2 && <b>!</b>}
      </p>
      <input name="email" />
    </div>
  );
}

const SERVED = renderToString(<Page />);
const kinds: unknown[] = [];
const onFail = jest.fn();
let element: HTMLElement;
let root: OwnRoot;

const open = (html: string, start: 'slices' | 'hydrate' | 'render') =>
  act(async () => {
    element.innerHTML = html;
    const [field] = element.getElementsByTagName('input');
    if (field) field.value = 'typed@before.test';
    root = openRoot(element, <Page />, { identifierPrefix: 'page-', start, onFail });
  });

beforeEach(() => {
  kinds.length = 0;
  onFail.mockClear();
  element = document.body.appendChild(document.createElement('div'));
  element.addEventListener(RECOVERED_EVENT, (event) => {
    event.preventDefault();
    kinds.push((event as CustomEvent).detail);
  });
});
afterEach(async () => {
  await act(async () => root.unmount());
  element.remove();
});

it.each(['slices', 'hydrate'] as const)('takes over what the server made (%s), and says nothing', async (start) => {
  await open(SERVED, start);
  await act(async () => show(2));
  expect(element).toHaveTextContent('Slide 2 of 6');
  expect(element.querySelector('input')).toHaveValue('typed@before.test');
  expect(kinds).toEqual([]);
});

it.each([
  ['its comments are gone', (html: string) => html.replaceAll('<!-- -->', '')],
  ['a text is wrapped', (html: string) => html.replace('Slide', '<font>Folie</font>')],
  ['an element is gone', (html: string) => html.replace(/<p>.*<\/p>/, '')],
])('makes HTML that was changed on its way from scratch: %s', async (_what, rewrite) => {
  await open(rewrite(SERVED), 'slices');
  expect(element).toHaveTextContent('Slide 1 of 6');
  await act(async () => show(3));
  expect(element).toHaveTextContent('Slide 3 of 6!');
  expect(kinds).toEqual(['hydration']);
  expect(onFail).not.toHaveBeenCalled();
});

it('makes a page from scratch whose nodes somebody moved while it was shown', async () => {
  await open('', 'render');
  await act(async () => show(3));
  const bold = element.querySelector('b');
  bold?.replaceWith(Object.assign(document.createElement('font'), { textContent: '!' }));
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  // Not within `act`, where React does not call the root's error handlers.
  show(1);
  await waitFor(() => expect(element).toHaveTextContent('Slide 1 of 6'));
  expect(kinds).toEqual(['dom']);
  expect(onFail).not.toHaveBeenCalled();
  said.mockRestore();
});
