import { LoopWatch } from './metrics';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Lets the loop be looked at so many ms after it was looked at last. */
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
