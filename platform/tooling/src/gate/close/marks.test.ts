import { onSmallSite } from '../testing/on-small-site';
import { marksLeft, readMarks } from './marks';

const onPage = onSmallSite();

test.each([
  ["document.querySelector('#slot').append('.')", []],
  ['window.fetch = ((own) => (...given) => own(...given))(fetch)', ['it has replaced or added fetch']],
  ['window.left = 1', ['it has left window.left']],
  [
    "document.querySelector('footer p').textContent = 'x'",
    ['it has changed the frame: footer>p:0 words: Since 1973 → x'],
  ],
])('what a fragment leaves changed on the page of others is named: %s', (script, expected) =>
  onPage({}, async (opened) => {
    const before = await readMarks(opened);
    await opened.page.evaluate(script);
    expect(await marksLeft(before, opened, (name) => name === 'expected')).toEqual(expected);
  }),
);
