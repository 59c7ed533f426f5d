import { act } from '@testing-library/react';
import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import { shapeOf } from '@wholepage/page-rules/html-shape';
import { createRoot } from 'react-dom/client';
import { Slot } from '../remotes/remote-host';
import { forgetListeners } from '../testing/browser-parts';
import { pageState } from '../testing/remotes-on-page';
import { outliveChanges } from './start-page';

const SHELL = { app: 'shell', version: '1.0.0' } as const;
const BLOG = { app: 'mf-blog', version: '1.2.3' } as const;
const PAGE =
  '<div id="slot"><p>Linen</p><form><input name="email"><textarea name="message"></textarea></form><fragment-slot data-fragment="mf-courses/prices" data-key="f1" data-state="ready"><b>₹50,000</b></fragment-slot><i data-part="works">Works</i></div>';
const FROM_SCRATCH =
  '<p>Linen</p><form><input name="email"><textarea name="message"></textarea></form><fragment-slot data-fragment="mf-courses/prices"></fragment-slot>';

const sendReports = jest.fn();
jest.mock('../reports/report', () => ({ sendReports: (reports: unknown) => sendReports(reports) }));
let app: HTMLElement;

/** Shows a page as it arrived. @param shape of the HTML that the composer sent; default: of `html` */
function open(html = PAGE, shape?: string): HTMLElement {
  document.body.innerHTML = `<div id="app">${html}</div>`;
  app = document.getElementById('app') as HTMLElement;
  outliveChanges(app, pageState({ shape: shape ?? shapeOf(app) }), SHELL, () => BLOG);
  return app.querySelector('#slot') as HTMLElement;
}

/** Renders the slot from scratch, like React after a hydration mismatch. @returns true when the release is to blame */
const recover = (slot: HTMLElement, kind = 'hydration'): boolean => {
  slot.innerHTML = FROM_SCRATCH;
  return slot.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true, cancelable: true, detail: kind }));
};
const settled = () => act(async () => void (await import('./mend-page')));

forgetListeners();
beforeEach(() => sendReports.mockClear());

it.each([
  ['the slot before it is alive', 'form', false, false],
  ['the slot when it is alive', 'form', true, true],
  ['a text of the slot, as some translators do', 'p', false, false],
  ['a part whose code comes late, when the rest is alive', 'i', true, false],
  ['a fragment, which its own team may', 'fragment-slot', false, true],
])('who changes %s makes the release to blame or not', async (_what, changed, isAlive, isToBlame) => {
  document.body.innerHTML = `<div id="app">${PAGE}</div>`;
  app = document.getElementById('app') as HTMLElement;
  outliveChanges(
    app,
    pageState({ shape: shapeOf(app) }),
    SHELL,
    () => BLOG,
    () => isAlive,
  );
  const slot = app.querySelector('#slot') as HTMLElement;
  const found = slot.querySelector(changed);
  if (found?.firstChild instanceof Text) found.firstChild.data = 'Lino';
  else found?.prepend(document.createElement('b'));
  await settled();
  expect(recover(slot)).toBe(isToBlame);
});

it('puts back what was typed, and the fragment of another team', async () => {
  const slot = open(PAGE, '1 0 1');
  (slot.querySelector('input') as HTMLInputElement).value = 'meena@example.com';
  (slot.querySelector('textarea') as HTMLTextAreaElement).value = 'Forty sets';
  recover(slot);
  await settled();
  expect(slot.querySelector('input')).toHaveValue('meena@example.com');
  expect(slot.querySelector('textarea')).toHaveValue('Forty sets');
  expect(slot.querySelector('fragment-slot')).toHaveTextContent('₹50,000');
  expect(slot.querySelector('fragment-slot')).toHaveAttribute('data-key', 'f1');
});

it('leaves alone what somebody types there by now', async () => {
  const slot = open(PAGE, '1 0 1');
  (slot.querySelector('input') as HTMLInputElement).value = 'before';
  recover(slot);
  const field = slot.querySelector('input') as HTMLInputElement;
  field.focus();
  field.value = 'now';
  await settled();
  expect(field).toHaveValue('now');
});

it('puts focus and caret back into the field that had them', async () => {
  const slot = open(PAGE, '1 0 1');
  const typed = slot.querySelector('textarea') as HTMLTextAreaElement;
  slot.querySelector('input')?.focus();
  typed.focus();
  await Promise.resolve();
  typed.value = 'Forty sets';
  typed.setSelectionRange(5, 5);
  recover(slot);
  await settled();
  expect(slot.querySelector('textarea')).toHaveFocus();
  expect(slot.querySelector('textarea')?.selectionStart).toBe(5);
});

it('puts the focus back into a field that had it before scripts ran', async () => {
  document.body.innerHTML = `<div id="app">${PAGE}</div>`;
  document.querySelector('textarea')?.focus();
  app = document.getElementById('app') as HTMLElement;
  outliveChanges(app, pageState({ shape: '1 0 1' }), SHELL, () => BLOG);
  recover(app.querySelector('#slot') as HTMLElement);
  await settled();
  expect(document.querySelector('textarea')).toHaveFocus();
});

it('takes the focus to no field that somebody had left', async () => {
  const slot = open(PAGE, '1 0 1');
  slot.querySelector('textarea')?.focus();
  slot.querySelector('textarea')?.blur();
  await Promise.resolve();
  recover(slot);
  await settled();
  expect(document.body).toHaveFocus();
});

it('keeps what was typed through a second recovery, and what was typed in between', async () => {
  const slot = open(PAGE, '1 0 1');
  (slot.querySelector('input') as HTMLInputElement).value = 'meena@example.com';
  recover(slot);
  await settled();
  (slot.querySelector('textarea') as HTMLTextAreaElement).value = 'Forty sets';
  recover(slot, 'dom');
  await settled();
  expect(slot.querySelector('input')).toHaveValue('meena@example.com');
  expect(slot.querySelector('textarea')).toHaveValue('Forty sets');
});

/** Replaces the slot with that of another page, as a soft navigation does. */
function goOn(slot: HTMLElement): HTMLElement {
  const next = slot.cloneNode(false) as HTMLElement;
  slot.replaceWith(next);
  next.innerHTML = FROM_SCRATCH;
  return next;
}

it('keeps what was typed into a page that was reached softly', async () => {
  const slot = goOn(open());
  const field = slot.querySelector('input') as HTMLInputElement;
  field.focus();
  field.value = 'meena@example.com';
  recover(slot, 'dom');
  await settled();
  expect(slot.querySelector('input')).toHaveValue('meena@example.com');
});

it('takes nothing that was typed to another page', async () => {
  const first = open();
  (first.querySelector('input') as HTMLInputElement).value = 'meena@example.com';
  const slot = goOn(first);
  recover(slot, 'dom');
  await settled();
  expect(slot.querySelector('input')).toHaveValue('');
});

it('keeps what was typed into a page that is as the server made it again, and reports no recovery', async () => {
  const slot = open(PAGE, '1 0 1');
  const served = new Slot(slot);
  (slot.querySelector('input') as HTMLInputElement).value = 'meena@example.com';
  slot.replaceChildren();
  served.restore();
  await settled();
  expect(document.querySelector('#slot input')).toHaveValue('meena@example.com');
  expect(sendReports).not.toHaveBeenCalled();
});

it('shows the frame of an isolated remote again without its scripts, which nothing answers', () => {
  const slot = document.createElement('div');
  slot.innerHTML = '<iframe sandbox="allow-scripts"></iframe>';
  document.body.replaceChildren(slot);
  const served = new Slot(slot);
  served.restore();
  expect(served.current.querySelector('iframe')).toHaveAttribute('sandbox', '');
});

it('keeps what was typed into a copy that stood in', async () => {
  const slot = goOn(open());
  const copy = slot.querySelector('form') as HTMLFormElement;
  (copy.querySelector('input') as HTMLInputElement).value = 'meena@example.com';
  copy.querySelector('textarea')?.focus();
  copy.replaceWith(copy.cloneNode());
  slot.innerHTML = FROM_SCRATCH;
  slot.dispatchEvent(new CustomEvent(RECOVERED_EVENT, { bubbles: true, detail: copy }));
  await settled();
  expect(slot.querySelector('input')).toHaveValue('meena@example.com');
  expect(slot.querySelector('textarea')).toHaveFocus();
  expect(sendReports).not.toHaveBeenCalled();
});

it('blames a release for HTML that arrived as it was sent', async () => {
  expect(recover(open())).toBe(true);
  await settled();
  expect(sendReports).not.toHaveBeenCalled();
});

it('blames nobody for a page that was changed, and names the kind of recovery alone', async () => {
  expect(recover(open(PAGE, '1 0 1'))).toBe(false);
  await settled();
  expect(sendReports).toHaveBeenLastCalledWith([{ ...BLOG, recovered: 'hydration' }]);
});

it('shows what is updated in a text that a translator has replaced', async () => {
  const slot = open();
  const root = createRoot(slot);
  const show = (count: number) => act(async () => root.render(<p>Slide {count} of 6</p>));
  await show(1);
  for (const text of [...(slot.querySelector('p')?.childNodes ?? [])]) {
    text.replaceWith(Object.assign(document.createElement('font'), { textContent: `¶${text.textContent}` }));
  }
  await settled();
  await show(2);
  await settled();
  expect(slot).toHaveTextContent('¶Slide 2¶ of 6');
  expect(recover(slot, 'dom')).toBe(false);
});

it('shows what was updated while the mender of such texts was on its way', async () => {
  const slot = open();
  const text = slot.querySelector('p')?.firstChild as Text;
  text.replaceWith(Object.assign(document.createElement('font'), { textContent: '¶Linen' }));
  // The observer has fired, but the code that mends pages is still loading.
  await Promise.resolve();
  text.data = 'Cotton';
  await settled();
  await settled();
  expect(slot).toHaveTextContent('Cotton');
});
