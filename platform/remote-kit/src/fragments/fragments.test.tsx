import { act, render } from '@testing-library/react';
import type { FragmentApp, FragmentMountProps, FragmentProps } from '@wholepage/contracts/fragment';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { createFragments } from './create-fragments';
import { defineFragment } from './fragment';
import { RemoteFragment } from './RemoteFragment';

/** An answer of the back end for one colour. The test resolves it. */
interface Answer {
  promise: Promise<number>;
  resolve(count: number): void;
}

const stock = new Map<string, Answer>();

function answerOf(colour: string): Answer {
  const known = stock.get(colour);
  if (known) return known;
  let resolve: Answer['resolve'] = () => {};
  const promise = new Promise<number>((settle) => {
    resolve = settle;
  });
  const answer = { promise, resolve };
  stock.set(colour, answer);
  return answer;
}

/** Colours of the pressed buttons. */
let ordered: string[] = [];

beforeEach(() => {
  stock.clear();
  ordered = [];
  loading = [];
});

/** Signal of each load. */
let loading: AbortSignal[] = [];

const fragment = defineFragment<{ colour: string }, number>({
  async load({ props, signal }) {
    loading.push(signal);
    return { data: await answerOf(props.colour).promise };
  },
  Component: ({ props, data }) => (
    <button type="button" onClick={() => ordered.push(props.colour)}>
      {props.colour}: {data}
    </button>
  ),
});

let app: FragmentApp;
let slot: HTMLElement;
beforeEach(async () => {
  const fragments = createFragments({
    name: 'mf-shop',
    fragments: [{ name: 'stock', interactive: true, load: async () => ({ fragment }) }],
  });
  app = (await fragments['stock']?.()) as FragmentApp;
  slot = document.createElement('fragment-slot');
  document.body.append(slot);
});
afterEach(() => slot.remove());

const given = (props: FragmentProps, data?: number): FragmentMountProps => ({
  slot,
  key: 'f1',
  name: 'stock',
  props,
  data,
  config,
  shell: stubShell(),
});

test('what the server made is taken over, changed by new props, and taken away', async () => {
  slot.innerHTML = '<button type="button">red<!-- -->: <!-- -->3</button>';
  const served = slot.querySelector('button');
  await act(() => app.mount(given({ colour: 'red' }, 3)));
  expect(slot.querySelector('button')).toBe(served);
  answerOf('blue').resolve(5);
  await act(() => app.update?.(given({ colour: 'blue' })));
  expect(slot).toHaveTextContent('blue: 5');
  expect(slot.querySelector('button')).toBe(served);
  await act(() => app.unmount(given({})));
  expect(slot).toBeEmptyDOMElement();
});

test('a press on what the server made is answered as soon as it is mounted, in a place that a page has rendered', async () => {
  const { container } = render(<RemoteFragment of="mf-shop" name="stock" />);
  const place = container.querySelector<HTMLElement>('fragment-slot');
  if (!place) throw new Error('There is no place.');
  place.innerHTML = '<button type="button">red<!-- -->: <!-- -->3</button>';
  const button = place.querySelector('button');
  await act(async () => {
    await app.mount({ ...given({ colour: 'red' }, 3), slot: place });
    button?.click();
    expect(ordered).toEqual(['red']);
  });
  expect(place.querySelector('button')).toBe(button);
  await act(() => app.unmount({ ...given({}), slot: place }));
});

test('an update is over when its props are shown', async () => {
  await act(() => app.mount(given({ colour: 'red' }, 3)));
  answerOf('blue').resolve(5);
  await act(async () => {
    await app.update?.(given({ colour: 'blue' }));
    expect(slot).toHaveTextContent('blue: 5');
  });
});

test('newer props end the load of earlier ones, and leaving ends the last', async () => {
  await act(() => app.mount(given({ colour: 'red' }, 3)));
  for (const colour of ['blue', 'green']) void app.update?.(given({ colour }));
  expect(loading.map(({ aborted }) => aborted)).toEqual([true, false]);
  await act(() => app.unmount(given({})));
  expect(loading.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('the latest props are shown, whichever data comes last', async () => {
  await act(() => app.mount(given({ colour: 'red' }, 3)));
  const earlier = app.update?.(given({ colour: 'blue' }));
  const later = app.update?.(given({ colour: 'green' }));
  await act(async () => {
    answerOf('green').resolve(8);
    await later;
  });
  expect(slot).toHaveTextContent('green: 8');
  await act(async () => {
    answerOf('blue').resolve(5);
    await earlier;
  });
  expect(slot).toHaveTextContent('green: 8');
});

test('a place keeps what was put into it while its page renders again, and passes new props on', () => {
  const place = (count: number) => <RemoteFragment of="mf-shop" name="stock" props={{ count }} fallback="Soon" />;
  const { container, rerender } = render(place(1));
  const element = container.querySelector('fragment-slot');
  if (!element) throw new Error('There is no place.');
  element.innerHTML = '<i>theirs</i>';
  rerender(place(2));
  expect(element).toHaveAttribute('data-props', '{"count":2}');
  expect(element.innerHTML).toBe('<i>theirs</i>');
  expect(container).toHaveTextContent('Soon');
});

test('a place that is given another fragment is another element, so that the former one leaves', () => {
  const { container, rerender } = render(<RemoteFragment of="mf-shop" name="stock" />);
  const before = container.querySelector('fragment-slot');
  if (before) before.innerHTML = 'of the former one';
  rerender(<RemoteFragment of="mf-shop" name="price" />);
  const after = container.querySelector('fragment-slot');
  expect(after).not.toBe(before);
  expect(after).toHaveAttribute('data-fragment', 'mf-shop/price');
  expect(after).toBeEmptyDOMElement();
});
