import { LoopWatch, Metrics } from './metrics';

describe('metrics', () => {
  const RELEASE = { app: 'mf-blog', version: '1.0.0' };

  it('counts the faults of a release from zero, as soon as it has rendered a page', async () => {
    const metrics = new Metrics(() => 0);
    metrics.rendered(RELEASE, 'rendered', 0.01);
    const text = await metrics.registry.metrics();
    for (const outcome of ['failed', 'ended', 'timeout'])
      expect(text).toContain(`duration_seconds_count{app="mf-blog",version="1.0.0",outcome="${outcome}"} 0`);
    expect(text).toContain('composer_guest_ends_total{app="mf-blog",version="1.0.0"} 0');
  });

  it('never begins a number again', async () => {
    const metrics = new Metrics(() => 0);
    metrics.rendered(RELEASE, 'failed', 0.01);
    metrics.guestEnds.inc(RELEASE);
    metrics.rendered(RELEASE, 'failed', 0.01);
    // Never tried: neither a render nor a fault.
    metrics.rendered(RELEASE, 'refused', 0);
    const text = await metrics.registry.metrics();
    expect(text).toContain('duration_seconds_count{app="mf-blog",version="1.0.0",outcome="failed"} 2');
    expect(text).toContain('composer_guest_ends_total{app="mf-blog",version="1.0.0"} 1');
    expect((await metrics.rendersByApp()).get('mf-blog 1.0.0')).toMatchObject({ count: 2, faults: 2 });
  });
});

describe('the event loop', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Starts a watch with a fake clock. `pass` makes its next look happen so many ms after the last one. */
  const watch = () => {
    let now = 0;
    const onHeld = jest.fn();
    const loop = new LoopWatch(onHeld, () => now);
    return {
      loop,
      end: loop.start(),
      onHeld,
      pass(ms: number) {
        now += ms;
        jest.advanceTimersByTime(100);
      },
    };
  };

  test('names the release that held the event loop', () => {
    const { loop, end, onHeld, pass } = watch();
    loop.charge('mf-blog 1.0.0', 500);
    loop.charge('mf-courses 1.0.0', 20);
    pass(700);
    end();
    expect(onHeld).toHaveBeenCalledWith({ heldMs: 600, owner: 'mf-blog 1.0.0', ownerMs: 500 });
  });

  test('names none when nobody took much of it', () => {
    const { loop, end, onHeld, pass } = watch();
    loop.charge('mf-blog 1.0.0', 50);
    pass(700);
    end();
    expect(onHeld).toHaveBeenCalledWith({ heldMs: 600, owner: undefined, ownerMs: 0 });
  });

  test('says nothing of a loop that answers, and no more than once a second of one that does not', () => {
    const { end, onHeld, pass } = watch();
    for (let turn = 0; turn < 10; turn += 1) pass(110);
    expect(onHeld).not.toHaveBeenCalled();
    for (let turn = 0; turn < 5; turn += 1) pass(400);
    end();
    expect(onHeld).toHaveBeenCalledTimes(2);
  });
});
