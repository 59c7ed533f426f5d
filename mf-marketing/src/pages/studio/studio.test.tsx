import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showPage, textsOf } from '../../testing/remote';
import { page } from './page';

describe('design studio', () => {
  it('has its sections in the order of the specification', async () => {
    await showPage(page, '/design-studio');
    expect(textsOf(screen.getAllByRole('heading').filter(({ tagName }) => /H[12]/.test(tagName)))).toEqual([
      'Design Studio',
      'About The Studio',
      'Our Process: From Sketch to Stitch',
      'Share Your Inspiration',
      'The People Behind the Threads',
    ]);
  });

  it('opens the enquiry from the studio text', async () => {
    const { shell } = await showPage(page, '/design-studio');
    await userEvent.click(screen.getByRole('button', { name: "Let's Get Started" }));
    expect(shell.openEnquiry).toHaveBeenCalledTimes(1);
  });

  it('takes a name, a number, an e-mail and one picture or PDF', async () => {
    const { container } = await showPage(page, '/design-studio');
    for (const name of ['name', 'number', 'email']) expect(container.querySelector(`[name="${name}"]`)).toBeRequired();
    const file = container.querySelector('input[type="file"]');
    expect(file).toHaveAttribute('name', 'inspirations[]');
    expect(file).toHaveAttribute('accept', 'image/jpeg,image/png,image/webp,image/gif,application/pdf');
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveAttribute('type', 'submit');
  });
});
