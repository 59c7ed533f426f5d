import { parsed } from '../navigation/arrive';

const readyState = jest.spyOn(document, 'readyState', 'get');

let isThere: boolean;
beforeEach(() => {
  isThere = false;
});
const wait = () => {
  void parsed().then(() => {
    isThere = true;
  });
};
const turn = () => new Promise((resolve) => setTimeout(resolve));

it('waits for the end of a page that is still on its way', async () => {
  readyState.mockReturnValue('loading');
  wait();
  await turn();
  expect(isThere).toBe(false);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await turn();
  expect(isThere).toBe(true);
});

it.each(['interactive', 'complete'] as const)('does not wait where the page is %s', async (state) => {
  readyState.mockReturnValue(state);
  wait();
  await turn();
  expect(isThere).toBe(true);
});
