import { layOutForReturn, layOutRest } from '../navigation/arrive';

const idle: (() => void)[] = [];
const passIdleTime = () => {
  for (const work of idle.splice(0)) work();
};
const laidOut = () =>
  [...document.querySelectorAll<HTMLElement>('section, li, footer')].map(({ style }) => style.contentVisibility ?? '');

beforeEach(() => {
  idle.length = 0;
  Object.assign(window, { requestIdleCallback: (work: () => void) => idle.push(work) });
  document.body.innerHTML = '<main><section></section><ul><li data-own-size></li></ul></main><footer></footer>';
});

it('lays out one part whenever the browser is idle', () => {
  layOutRest();
  layOutRest();
  expect(idle).toHaveLength(1);
  passIdleTime();
  expect(laidOut()).toEqual(['visible', '', '']);
  passIdleTime();
  expect(laidOut()).toEqual(['visible', 'visible', '']);
  passIdleTime();
  expect(laidOut()).toEqual(['visible', 'visible', 'visible']);
  expect(idle).toHaveLength(0);
});

it('begins again with the sections of another page', () => {
  for (let part = 0; part < 3; part += 1) {
    layOutRest();
    passIdleTime();
  }
  expect(laidOut()).toEqual(['visible', 'visible', 'visible']);
  document.querySelector('main')?.append(document.createElement('section'));
  layOutRest();
  passIdleTime();
  expect(laidOut()).toEqual(['visible', 'visible', 'visible', 'visible']);
});

it.each([
  ['navigate', false],
  ['reload', true],
  ['back_forward', true],
])('after a load of type %s nothing waits: %s, and nothing is touched before it is hydrated', (type, isWhole) => {
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  delete document.documentElement.dataset['whole'];
  sessionStorage.setItem('reading-positions', '{}');
  layOutForReturn();
  expect(document.documentElement.hasAttribute('data-whole')).toBe(isWhole);
  expect(laidOut()).toEqual(['', '', '']);
});
