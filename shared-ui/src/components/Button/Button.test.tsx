import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './Button';

describe('Button', () => {
  it('presses', async () => {
    const onClick = jest.fn();
    render(<Button onClick={onClick}>Let's Get Started</Button>);
    await userEvent.click(screen.getByRole('button', { name: "Let's Get Started" }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('does not submit a form unless asked to', () => {
    render(<Button>Plain</Button>);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });

  it('cannot be pressed while busy, and says so', () => {
    render(<Button busy>Sending...</Button>);
    expect(screen.getByText('Sending...')).toBeDisabled();
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Please wait.', { selector: '[aria-live]' })).toBeInTheDocument();
  });
});
