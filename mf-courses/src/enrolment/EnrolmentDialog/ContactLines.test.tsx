import { screen } from '@testing-library/react';
import { show } from '../../testing/remote';
import { ContactLines } from './EnrolmentDialog';

const TERMS = 'Paid back in full up to seven days before the first lesson.';

test('says when the money is given back once the owner has filled it in', () => {
  show(<ContactLines refunds={TERMS} />);
  expect(screen.getByText(TERMS)).toBeVisible();
});

test('says whom to ask and nothing of refunds while there are no terms', () => {
  const { container } = show(<ContactLines refunds="" />);
  expect(container.querySelectorAll('p')).toHaveLength(2);
  expect(screen.getByRole('link', { name: /@/ })).toBeVisible();
});
