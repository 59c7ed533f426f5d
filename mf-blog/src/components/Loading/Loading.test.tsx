import { render, screen } from '@testing-library/react';
import { stubLayout } from '../../testing/layout';
import { Loading } from './Loading';

test.each([
  ['above', 1],
  ['in view', 0],
  ['below', 0],
] as const)('a text that lies %s is brought into view %d times', (place, scrolls) => {
  const { scrollIntoView } = stubLayout(place);
  render(<Loading />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  expect(scrollIntoView).toHaveBeenCalledTimes(scrolls);
});
