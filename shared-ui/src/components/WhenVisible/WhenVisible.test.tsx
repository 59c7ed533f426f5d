import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { act, render, screen } from '@testing-library/react';
import { RECOVERED_EVENT } from '@wholepage/contracts/page';
import type { ComponentType, FormEvent } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { whenVisible } from './WhenVisible';

const Part = () => <p>Here now</p>;
const Name = () => <input aria-label="Name" />;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Mounts the part in a new slot and unmounts it before its code loads. @returns a weak reference to the slot */
async function visitAndLeave(Later: ComponentType): Promise<WeakRef<Element>> {
  const slot = document.createElement('div');
  const root = createRoot(slot);
  await act(async () => root.render(<Later />));
  await act(async () => root.unmount());
  return new WeakRef(slot);
}

class FakeObserver {
  static approach: () => Promise<void> = async () => {};
  static watched = 0;
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => Promise<void>) {}
  observe() {
    FakeObserver.watched += 1;
    FakeObserver.approach = () => this.callback([{ isIntersecting: true }]);
  }
  disconnect() {
    FakeObserver.watched -= 1;
  }
}

describe('whenVisible', () => {
  const { IntersectionObserver } = globalThis;
  beforeEach(() => {
    FakeObserver.watched = 0;
    Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  });
  afterEach(() => Object.assign(globalThis, { IntersectionObserver }));

  it('keeps what the server made while a page that somebody changed is made from scratch, and for who comes back', async () => {
    const load = jest.fn(async () => Part);
    const Later = whenVisible('form', load);
    const slot = document.createElement('div');
    slot.innerHTML = '<font>Our form</font><div data-part="form"><!--$--><p>Here before</p><!--/$--></div>';
    document.body.append(slot);
    const tree = (
      <>
        <h2>Our form</h2>
        <Later />
      </>
    );
    const onRecoverableError = jest.fn();
    const root = await act(async () => hydrateRoot(slot, tree, { onRecoverableError }));
    expect(onRecoverableError).toHaveBeenCalled();
    expect(slot.querySelector('h2')).toBeVisible();
    expect(screen.getByText('Here before')).toBeVisible();
    // The stand-in is no HTML of the server: React's changes to it blame nobody.
    expect(slot.querySelector('[data-part]')).toHaveAttribute('data-live');
    await act(async () => root.render(<p>Another page</p>));
    await act(async () => root.render(tree));
    expect(screen.getByText('Here before')).toBeVisible();
    expect(load).not.toHaveBeenCalled();

    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
    expect(screen.queryByText('Here before')).toBeNull();
    await act(async () => root.unmount());
    slot.remove();
  });

  it('hands on what was typed into a copy: to who comes back before the code, and to the host once it is here', async () => {
    const Later = whenVisible('typed', async () => Name);
    document.body.innerHTML = `<div data-part="typed"><input aria-label="Name"/></div>`;
    const { container, rerender } = render(<Later />);
    document.querySelector('body > [data-part]')?.remove();
    screen.getByLabelText<HTMLInputElement>('Name').value = 'Meena Raman';
    rerender(<p>Another page</p>);
    rerender(<Later />);
    const copy = screen.getByLabelText('Name');
    expect(copy).toHaveValue('Meena Raman');
    const copies: unknown[] = [];
    container.addEventListener(RECOVERED_EVENT, ({ detail }: CustomEventInit<unknown>) => copies.push(detail));
    await act(FakeObserver.approach);
    expect(screen.getByLabelText('Name')).not.toBe(copy);
    expect(copies).toEqual([copy.parentElement]);
  });

  it('fetches nothing until its place comes near', async () => {
    const load = jest.fn(async () => Part);
    const Later = whenVisible('form', load);
    render(<Later />);
    expect(load).not.toHaveBeenCalled();
    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
    expect(FakeObserver.watched).toBe(0);
  });

  it('tries again at the next approach when its code did not come', async () => {
    const load = jest.fn(async () => Part).mockRejectedValueOnce(new Error('gone'));
    const Later = whenVisible('form', load);
    render(<Later />);
    await act(FakeObserver.approach);
    expect(screen.queryByText('Here now')).toBeNull();
    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
  });

  it('leaves what the server made in place, and takes it over later', async () => {
    const onClick = jest.fn();
    const Later = whenVisible('form', async () => () => (
      <button type="button" onClick={onClick}>
        Press
      </button>
    ));
    const slot = document.createElement('div');
    slot.innerHTML = '<div data-part="form"><!--$--><button type="button">Press</button><!--/$--></div>';
    document.body.append(slot);
    const madeByServer = slot.querySelector('button');
    const onRecoverableError = jest.fn();
    const root = await act(async () => hydrateRoot(slot, <Later />, { onRecoverableError }));
    expect(slot.querySelector('button')).toBe(madeByServer);
    expect(slot.firstElementChild).not.toHaveAttribute('data-live');

    await act(FakeObserver.approach);
    expect(slot.firstElementChild).toHaveAttribute('data-live');
    expect(slot.querySelector('button')).toBe(madeByServer);
    madeByServer?.click();
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onRecoverableError).not.toHaveBeenCalled();
    await act(async () => root.unmount());
    slot.remove();
  });

  it('holds a form that is sent too early, and sends it once its code is here', async () => {
    const onSubmit = jest.fn((event: FormEvent) => event.preventDefault());
    const Later = whenVisible('form', async () => () => (
      <form onSubmit={onSubmit}>
        <button type="submit">Send</button>
      </form>
    ));
    const slot = document.createElement('div');
    slot.innerHTML = '<div data-part="form"><!--$--><form><button type="submit">Send</button></form><!--/$--></div>';
    document.body.append(slot);
    const root = await act(async () => hydrateRoot(slot, <Later />));
    const early = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    await act(async () => slot.querySelector('form')?.dispatchEvent(early));
    expect(early.defaultPrevented).toBe(true);
    expect(onSubmit).toHaveBeenCalledTimes(1);

    await act(async () => slot.querySelector('button')?.click());
    expect(onSubmit).toHaveBeenCalledTimes(2);
    await act(async () => root.unmount());
    slot.remove();
  });

  it('keeps nothing of the pages that were left before its code came', async () => {
    const Later = whenVisible('form', async () => Part);
    const left: WeakRef<Element>[] = [];
    for (let visit = 0; visit < 10; visit += 1) left.push(await visitAndLeave(Later));
    collectGarbage();
    // React's scheduler keeps the root that it worked on last.
    expect(left.slice(0, -2).filter((slot) => slot.deref())).toHaveLength(0);

    render(<Later />);
    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
  });

  it('is there at once where its code came for another place', async () => {
    const Later = whenVisible('form', async () => Part);
    render(<Later />);
    await act(FakeObserver.approach);
    render(<Later />);
    expect(screen.getAllByText('Here now')).toHaveLength(2);
  });

  it('stops watching when its page is left', () => {
    const Later = whenVisible('form', async () => Part);
    render(<Later />).unmount();
    expect(FakeObserver.watched).toBe(0);
  });
});
