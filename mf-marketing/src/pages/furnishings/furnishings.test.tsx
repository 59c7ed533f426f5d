import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showPage, textsOf } from '../../testing/remote';
import { page } from './page';

const PATH = '/ambience-and-harmony';

const show = () => showPage(page, PATH);

describe('furnishings', () => {
  it('has its sections in the order of the specification', async () => {
    await show();
    expect(textsOf(screen.getAllByRole('heading').filter(({ tagName }) => /H[12]/.test(tagName)))).toEqual([
      'Warp and Weft',
      'Quiet rooms, busy cloth',
      'Room by room',
      'From bare room to first guest',
      'Industries We Serve',
      'Why choose Warp and Weft',
      "Let's Reinvent Your Space",
      'Crafted Spaces',
    ]);
  });

  it('opens with the first of five categories and shows another on request', async () => {
    await show();
    const tabs = screen.getAllByRole('tab');
    expect(textsOf(tabs)).toEqual([
      'Bedding and Linen',
      'Bath Essentials',
      'Curtains and Upholstery',
      'Branded Customization',
      'Tailored Decor',
    ]);
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('tab', { name: 'Bath Essentials' }));
    expect(within(screen.getByRole('tabpanel')).getByText('Hotel Slippers')).toBeVisible();
  });

  it('opens the enquiry from the hero and from the process', async () => {
    const { shell } = await show();
    const buttons = screen.getAllByRole('button', { name: "Let's Get Started" });
    expect(buttons).toHaveLength(2);
    for (const button of buttons) await userEvent.click(button);
    expect(shell.openEnquiry).toHaveBeenCalledTimes(2);
  });

  it('serves five industries and makes five promises', async () => {
    await show();
    const imagesIn = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('img');
    expect(imagesIn('Industries We Serve')).toHaveLength(5);
    const promises = screen.getByRole('region', { name: 'Why choose Warp and Weft' });
    expect(within(promises).getAllByRole('listitem')).toHaveLength(5);
  });

  it('holds the contact form', async () => {
    await show();
    const section = screen.getByRole('region', { name: "Let's Reinvent Your Space" });
    expect(within(section).getByRole('textbox', { name: /subject/i })).toBeRequired();
  });
});
