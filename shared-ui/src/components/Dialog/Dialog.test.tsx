import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AlertDialog } from '../AlertDialog/AlertDialog';
import { Dialog } from './Dialog';

const open = (onClose: () => void) =>
  render(
    <Dialog open onClose={onClose} title="Got an Idea?">
      <p>Words</p>
    </Dialog>,
  );

describe('Dialog', () => {
  it('is modal and named by its title', () => {
    open(jest.fn());
    expect(screen.getByRole('dialog', { name: 'Got an Idea?' })).toHaveAttribute('open');
  });

  it('asks to be closed by its button, by Escape and by the backdrop', async () => {
    const onClose = jest.fn();
    open(onClose);
    const dialog = screen.getByRole('dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    await userEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('stays open when the click is on the sheet', async () => {
    const onClose = jest.fn();
    open(onClose);
    await userEvent.click(screen.getByText('Words'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('gives the focus back even when it is taken out of the page while open', () => {
    render(<button type="button">Open</button>);
    const opener = screen.getByRole('button', { name: 'Open' });
    opener.focus();
    const { unmount } = open(jest.fn());
    screen.getByRole('button', { name: 'Close' }).focus();
    unmount();
    expect(opener).toHaveFocus();
  });

  it('leads the focus to the first field of a form, past what nobody fills in', () => {
    render(
      <Dialog open onClose={jest.fn()} title="Got an Idea?">
        <form>
          <input type="hidden" name="id" />
          <input aria-label="Name" />
          <textarea aria-label="Message" />
        </form>
      </Dialog>,
    );
    expect(screen.getByLabelText('Name')).toHaveAttribute('autofocus');
    expect(screen.getByLabelText('Message')).not.toHaveAttribute('autofocus');
  });

  it('keeps the width of the page behind, over another dialog too', () => {
    const { documentElement: root } = document;
    const hasBar = () => document.querySelector('dialog[open]') === null;
    const width = jest.spyOn(root, 'clientWidth', 'get').mockImplementation(() => innerWidth - (hasBar() ? 15 : 0));
    open(jest.fn());
    render(<AlertDialog text="Please enter your name." onClose={jest.fn()} />);
    expect(root.style.getPropertyValue('--scrollbar')).toBe('15px');
    width.mockRestore();
  });

  it('draws nothing while closed', () => {
    render(
      <Dialog open={false} onClose={jest.fn()} title="Got an Idea?">
        <p>Words</p>
      </Dialog>,
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByText('Words')).not.toBeInTheDocument();
  });

  it('is not closed by a file chooser that is given up', () => {
    const onClose = jest.fn();
    render(
      <Dialog open onClose={onClose} title="Studio">
        <input type="file" aria-label="File" />
      </Dialog>,
    );
    fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }));
    expect(onClose).not.toHaveBeenCalled();
  });
});
