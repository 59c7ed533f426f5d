import { InFlight } from './in-flight';

it('knows what was added and not yet removed', () => {
  const inFlight = new InFlight<string>();
  const [first, second] = [inFlight.add('first'), inFlight.add('second')];
  inFlight.remove(first);
  expect([...inFlight]).toEqual(['second']);
  inFlight.add('third');
  inFlight.remove(second);
  expect([...inFlight]).toEqual(['third']);
});

it('needs no more places than there were at once', () => {
  const inFlight = new InFlight<number>();
  const places = Array.from({ length: 100 }, (_, item) => {
    const place = inFlight.add(item);
    inFlight.remove(place);
    return place;
  });
  expect(Math.max(...places)).toBe(0);
});
