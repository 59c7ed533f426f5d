import { act, render, screen } from '@testing-library/react';
import { near } from './Near';

const Part = () => <p>Here now</p>;

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

describe('near', () => {
  const original = globalThis.IntersectionObserver;
  beforeEach(() => {
    FakeObserver.watched = 0;
    Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  });
  afterEach(() => Object.assign(globalThis, { IntersectionObserver: original }));

  it('fetches nothing until its place comes near', async () => {
    const load = jest.fn(async () => Part);
    const Later = near(load);
    render(<Later />);
    expect(load).not.toHaveBeenCalled();
    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
    expect(FakeObserver.watched).toBe(0);
  });

  it('tries again at the next approach when its code did not come', async () => {
    const load = jest.fn(async () => Part).mockRejectedValueOnce(new Error('gone'));
    const Later = near(load);
    render(<Later />);
    await act(FakeObserver.approach);
    expect(screen.queryByText('Here now')).toBeNull();
    await act(FakeObserver.approach);
    expect(screen.getByText('Here now')).toBeVisible();
  });

  it('stops watching when its page is left', () => {
    const Later = near(async () => Part);
    render(<Later />).unmount();
    expect(FakeObserver.watched).toBe(0);
  });
});
