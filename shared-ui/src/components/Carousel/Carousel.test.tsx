import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Carousel } from './Carousel';

const swiper = {
  slides: [],
  realIndex: 0,
  params: { loop: true },
  slideToLoop: jest.fn(),
  slideTo: jest.fn(),
  destroy: jest.fn(),
};
const Swiper = jest.fn((_viewport: HTMLElement, _options: Record<string, unknown>) => swiper);
jest.mock('swiper', () => ({
  get Swiper() {
    return Swiper;
  },
}));

let comeNear: () => void;

beforeEach(() => {
  jest.clearAllMocks();
  globalThis.matchMedia = (query) => ({ matches: false, media: query }) as MediaQueryList;
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      comeNear = () =>
        callback([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    observe = jest.fn();
    disconnect = jest.fn();
  } as unknown as typeof IntersectionObserver;
});

const slides = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

async function live() {
  const view = render(<Carousel label="Customers say" slides={slides} />);
  await act(async () => comeNear());
  await waitFor(() => expect(Swiper).toHaveBeenCalled());
  return view;
}

describe('Carousel', () => {
  it('is a named row of slides before any script', () => {
    render(<Carousel label="Customers say" slides={slides} />);
    expect(screen.getByRole('group', { name: 'Customers say' })).toHaveAttribute('aria-roledescription', 'carousel');
    expect(screen.getByRole('group', { name: '2 of 6' })).toHaveTextContent('Two');
    expect(screen.getByText('Two').closest('[aria-live="polite"]')).not.toBeNull();
    expect(Swiper).not.toHaveBeenCalled();
  });

  it('keeps the focus of who stands on the row when Swiper takes over', async () => {
    render(<Carousel label="Customers say" slides={slides} />);
    const row = screen.getByRole('group', { name: 'Customers say' }).firstElementChild as HTMLElement;
    act(() => row.focus());
    await act(async () => comeNear());
    await waitFor(() => expect(Swiper).toHaveBeenCalled());
    expect(row).toHaveFocus();
    expect(row).toHaveAttribute('tabindex', '0');
    await userEvent.tab();
    expect(row).not.toHaveAttribute('tabindex');
  });

  it('goes on and back by arrows, says which are in view, and names each slide by what it shows', async () => {
    render(<Carousel label="Customers say" slides={slides} names={['Meera', 'Arvind']} />);
    expect(screen.getByRole('button', { name: 'Slide 2: Arvind' })).toBeInTheDocument();
    Element.prototype.scrollTo = jest.fn();
    await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    expect(screen.getByText('2–4')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous slide' }));
    expect(screen.getByText('6–2')).toBeInTheDocument();
  });

  it.each([
    [['One', 'Two'], '1–2'],
    [['One', 'Two', 'Three'], '1–3'],
  ])('says that all of %j are in view from 768 px', async (few, inView) => {
    render(<Carousel label="Customers say" slides={few} />);
    Element.prototype.scrollTo = jest.fn();
    await userEvent.click(screen.getByRole('button', { name: 'Next slide' }));
    expect(screen.getByText(inView)).toBeInTheDocument();
  });

  it('shows one, or three from 768 px with 30 between, and loops', async () => {
    await live();
    expect(Swiper.mock.calls[0]?.[1]).toMatchObject({
      loop: true,
      spaceBetween: 30,
      breakpoints: { 768: { slidesPerView: 3, spaceBetween: 30, loop: true } },
    });
  });

  it('goes to a slide by its button and by arrow keys', async () => {
    await live();
    await userEvent.click(screen.getByRole('button', { name: 'Slide 4' }));
    expect(swiper.slideToLoop).toHaveBeenLastCalledWith(3);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Slide 4' }), { key: 'ArrowLeft' });
    expect(swiper.slideToLoop).toHaveBeenLastCalledWith(5);
    const slide = screen.getByRole('group', { name: '1 of 6' });
    fireEvent.keyDown(slide, { key: 'ArrowRight' });
    expect(screen.getByRole('button', { name: 'Slide 2' })).toHaveFocus();
    document.dir = 'rtl';
    fireEvent.keyDown(screen.getByRole('button', { name: 'Slide 2' }), { key: 'ArrowRight' });
    document.dir = '';
    expect(swiper.slideToLoop).toHaveBeenLastCalledWith(5);
  });

  it('stays at the slide to which somebody has scrolled the row before Swiper takes over', async () => {
    render(<Carousel label="Customers say" slides={slides} />);
    const row = screen.getByRole('group', { name: 'Customers say' }).firstElementChild as HTMLElement;
    Object.defineProperties(row, { scrollWidth: { value: 6_000 - 30 }, scrollLeft: { value: 3_000, writable: true } });
    await act(async () => comeNear());
    await waitFor(() => expect(Swiper.mock.calls[0]?.[1]).toMatchObject({ initialSlide: 3 }));
    expect(row.scrollLeft).toBe(0);
    expect(screen.getByRole('button', { current: true })).toHaveAccessibleName('Slide 4');
  });

  it('changes at once where motion is not wanted', async () => {
    globalThis.matchMedia = (query) => ({ matches: true, media: query }) as MediaQueryList;
    await live();
    expect(Swiper.mock.calls[0]?.[1]).toMatchObject({ speed: 0 });
  });

  it('leaves nothing behind', async () => {
    const { unmount } = await live();
    unmount();
    expect(swiper.destroy).toHaveBeenCalledTimes(1);
  });
});
