import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AlertDialog } from './AlertDialog';

describe('AlertDialog', () => {
  it('says its text and closes by OK', async () => {
    const onClose = jest.fn();
    render(<AlertDialog text="Please enter your name." onClose={onClose} />);
    const dialog = screen.getByRole('alertdialog', { name: 'Please enter your name.' });
    // As its description, too, screen readers would read it twice.
    expect(dialog).not.toHaveAccessibleDescription();
    expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is closed while there is nothing to say', () => {
    render(<AlertDialog text={undefined} onClose={jest.fn()} />);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
