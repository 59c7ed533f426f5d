import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EnquiryButton } from './EnquiryButton';

describe('EnquiryButton', () => {
  it('opens the enquiry where scripts run', async () => {
    const onOpen = jest.fn();
    render(<EnquiryButton onOpen={onOpen}>Let's Get Started</EnquiryButton>);
    await userEvent.click(screen.getByRole('button', { name: "Let's Get Started" }));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('has the focus when it opens the enquiry, in Safari, too, where a press gives it none', () => {
    render(<EnquiryButton onOpen={() => expect(button).toHaveFocus()}>Let's Get Started</EnquiryButton>);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    expect.assertions(1);
  });

  it('leads to the contact page where they do not', () => {
    render(<EnquiryButton onOpen={jest.fn()}>Let's Get Started</EnquiryButton>);
    expect(screen.getByRole('button').closest('form')).toHaveAttribute('action', '/contact');
  });
});
