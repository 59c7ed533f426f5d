import { layOutAll, layOutForReturn, layOutRest } from './lay-out-rest';

const idle: (() => void)[] = [];
const passIdleTime = () => {
  for (const work of idle.splice(0)) work();
};
const laidOut = () => [...document.querySelectorAll('section')].map(({ style }) => style.contentVisibility ?? '');

beforeEach(() => {
  idle.length = 0;
  Object.assign(window, { requestIdleCallback: (work: () => void) => idle.push(work) });
  document.body.innerHTML = '<main><section></section><div><section></section></div></main>';
});

it('lays out one section whenever the browser is idle', () => {
  layOutRest();
  layOutRest();
  expect(idle).toHaveLength(1);
  passIdleTime();
  expect(laidOut()).toEqual(['visible', '']);
  passIdleTime();
  expect(laidOut()).toEqual(['visible', 'visible']);
  expect(idle).toHaveLength(0);
});

it('begins again with the sections of another page', () => {
  layOutAll();
  expect(laidOut()).toEqual(['visible', 'visible']);
  document.querySelector('main')?.append(document.createElement('section'));
  layOutRest();
  passIdleTime();
  expect(laidOut()).toEqual(['visible', 'visible', 'visible']);
});

it.each([
  ['navigate', ''],
  ['reload', 'visible'],
  ['back_forward', 'visible'],
])('after a load of type %s, sections are "%s" at first', (type, visibility) => {
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  layOutForReturn();
  expect(laidOut()).toEqual([visibility, visibility]);
});
