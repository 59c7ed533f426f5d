import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { FileField } from './FileField';

const drawing = new File(['x'.repeat(2500)], 'collar.pdf', { type: 'application/pdf' });

describe('FileField', () => {
  it('shows the name and size of the chosen file, and forgets them with the form', async () => {
    render(
      <form aria-label="Studio">
        <FileField name="inspirations[]" label="Your inspiration" accept="application/pdf" />
        <button type="reset">Start over</button>
      </form>,
    );
    await userEvent.upload(screen.getByLabelText(/Your inspiration/), drawing);
    expect(screen.getByText('collar.pdf')).toBeInTheDocument();
    expect(screen.getByText('3 kB')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.queryByText('collar.pdf')).not.toBeInTheDocument();
  });

  it('takes the file out again, and says so to whoever listens', async () => {
    const onChange = jest.fn();
    render(
      <form onChange={onChange}>
        <FileField name="inspirations[]" label="Your inspiration" accept="application/pdf" />
      </form>,
    );
    const input = screen.getByLabelText<HTMLInputElement>(/Your inspiration/);
    await userEvent.upload(input, drawing);
    await userEvent.click(screen.getByRole('button', { name: 'Remove collar.pdf' }));
    expect(screen.queryByText('collar.pdf')).not.toBeInTheDocument();
    expect(input.files).toHaveLength(0);
    expect(input).toHaveFocus();
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows a file that was there before scripts were, and one that another put in', () => {
    const input = (form: Element) => form.querySelector('input') as HTMLInputElement;
    const give = (to: HTMLInputElement, files: File[]) => Object.defineProperty(to, 'files', { value: files });
    const field = <FileField name="inspirations[]" label="Your inspiration" accept="application/pdf" />;
    const served = document.body.appendChild(document.createElement('form'));
    served.innerHTML = renderToString(field);
    give(input(served), [drawing]);
    const { unmount } = render(field, { container: served, hydrate: true });
    expect(screen.getByText('collar.pdf')).toBeInTheDocument();
    unmount();
    const { container } = render(field);
    give(input(container), [drawing]);
    fireEvent.input(input(container));
    expect(screen.getByText('collar.pdf')).toBeInTheDocument();
  });

  it('shows how much has been sent', () => {
    render(<FileField name="inspirations[]" label="Your inspiration" progress={0.4} />);
    expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute('value', '0.4');
  });
});
