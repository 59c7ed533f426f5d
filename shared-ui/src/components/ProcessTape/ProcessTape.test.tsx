import { render, screen, within } from '@testing-library/react';
import { ProcessTape } from './ProcessTape';

it('is a named, ordered list of its steps', () => {
  render(
    <ProcessTape
      label="From sketch to stitch"
      steps={[{ title: 'Product design' }, { title: 'Delivery', text: 'By name.' }]}
    />,
  );
  const items = within(screen.getByRole('list', { name: 'From sketch to stitch' })).getAllByRole('listitem');
  expect(items).toHaveLength(2);
  expect(items[1]).toHaveTextContent('2DeliveryBy name.');
});
