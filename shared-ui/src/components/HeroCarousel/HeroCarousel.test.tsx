import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeroCarousel } from './HeroCarousel';

const setMotion = (reduced: boolean) => {
  globalThis.matchMedia = (query) => ({ matches: reduced, media: query }) as MediaQueryList;
};

beforeEach(() => {
  jest.useFakeTimers();
  setMotion(false);
});
afterEach(() => jest.useRealTimers());

const open = () =>
  render(<HeroCarousel label="What we do" slides={['One', 'Two', 'Three']} autoplay={{ delay: 2800, speed: 900 }} />);
const current = () => screen.getByRole('button', { current: true });
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('HeroCarousel', () => {
  it('shows each slide for 2800 ms and a change of 900 ms, and begins again', () => {
    open();
    expect(current()).toHaveAccessibleName('Slide 1');
    pass(3699);
    expect(current()).toHaveAccessibleName('Slide 1');
    pass(1);
    expect(current()).toHaveAccessibleName('Slide 2');
    pass(3700);
    pass(3700);
    expect(current()).toHaveAccessibleName('Slide 1');
  });

  it('names its buttons after what the slides say', () => {
    const autoplay = { delay: 2800, speed: 900 };
    render(<HeroCarousel label="What we do" slides={['One', 'Two']} names={['Cut', 'Sewn']} autoplay={autoplay} />);
    expect(screen.getByRole('button', { name: 'Slide 2: Sewn' })).toBeInTheDocument();
  });

  it('lets only the slide in view be read and reached', () => {
    open();
    expect(screen.getByText('One')).not.toHaveAttribute('inert');
    expect(screen.getByText('Two')).toHaveAttribute('inert');
  });

  it('pauses by its first button, rests under the mouse and in focus, and goes to a slide by its button', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Pause slides' }));
    pass(8000);
    expect(current()).toHaveAccessibleName('Slide 1');
    fireEvent.click(screen.getByRole('button', { name: 'Slide 3' }));
    expect(current()).toHaveAccessibleName('Slide 3');
    fireEvent.keyDown(current(), { key: 'ArrowRight' });
    expect(current()).toHaveAccessibleName('Slide 1');
    document.dir = 'rtl';
    fireEvent.keyDown(current(), { key: 'ArrowRight' });
    document.dir = '';
    expect(current()).toHaveAccessibleName('Slide 3');
    expect(screen.getAllByRole('button')[0]).toHaveAccessibleName('Play slides');
  });

  it.each(['mouse', 'focus'])(
    'turns on once the mouse and the focus have left, if the %s leaves first',
    async (first) => {
      open();
      const user = userEvent.setup({ delay: null });
      const carousel = screen.getByRole('group', { name: 'What we do' });
      const button = screen.getByRole('button', { name: 'Slide 1' });
      const leave = { mouse: () => user.unhover(carousel), focus: async () => act(() => button.blur()) };
      const [slides] = carousel.querySelectorAll('[aria-live]');
      await user.hover(carousel);
      act(() => button.focus());
      await leave[first as keyof typeof leave]();
      pass(8000);
      expect(current()).toBe(button);
      expect(slides).toHaveAttribute('aria-live', 'polite');
      for (const each of Object.values(leave)) await each();
      expect(slides).toHaveAttribute('aria-live', 'off');
      pass(3700);
      expect(current()).toHaveAccessibleName('Slide 2');
    },
  );

  it('keeps the focus of somebody who goes on by key from a slide', () => {
    const slides = [1, 2].map((number) => <a key={number} href="/contact">{`Ask ${number}`}</a>);
    render(<HeroCarousel label="What we do" slides={slides} autoplay={{ delay: 2800, speed: 900 }} />);
    act(() => screen.getByRole('link', { name: 'Ask 1' }).focus());
    fireEvent.keyDown(screen.getByRole('link', { name: 'Ask 1' }), { key: 'ArrowRight' });
    expect(current()).toHaveAccessibleName('Slide 2');
    expect(current()).toHaveFocus();
  });

  it('turns again at the press of Play, which keeps the focus', () => {
    open();
    const pause = screen.getByRole('button', { name: 'Pause slides' });
    act(() => pause.focus());
    fireEvent.click(pause);
    fireEvent.click(pause);
    pass(3700);
    expect(current()).toHaveAccessibleName('Slide 2');
  });

  it('waits behind a dialog, so that focus can return to the button that opened it', () => {
    open();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.open = true;
    pass(20_000);
    expect(current()).toHaveAccessibleName('Slide 1');
    dialog.remove();
    pass(3_700);
    expect(current()).toHaveAccessibleName('Slide 2');
  });

  it('stands still for those who want less motion', () => {
    setMotion(true);
    open();
    pass(20_000);
    expect(current()).toHaveAccessibleName('Slide 1');
    const play = screen.getByRole('button', { name: 'Play slides' });
    act(() => play.focus());
    expect(play).toHaveAccessibleName('Play slides');
    fireEvent.click(play);
    pass(3700);
    expect(current()).toHaveAccessibleName('Slide 2');
  });
});
