/** Share of the strip's height that one arrow key moves the glass by. */
const STEP = 0.12;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

interface Sayings {
  /** Mark on the washed half. */
  now(wash: number): string;
  /** The glass's text about the cloth. */
  read(wash: number): string;
}

/**
 * Makes the glass follow the pointer over the strip, and lets the slider set the washes of the second half. Arrow up
 * and down on the slider move the glass up and down.
 */
export function holdGlass(figure: HTMLElement, { now, read }: Sayings): void {
  const strip = figure.querySelector<HTMLElement>('[data-strip]');
  const slider = figure.querySelector('input');
  const output = figure.querySelector('output');
  const mark = strip?.querySelector('[data-now] > p');
  if (!strip || !slider || !output || !mark) return;
  let height = 0.5;

  const look = (along?: number) => {
    if (along !== undefined) strip.style.setProperty('--along', String(along));
    strip.style.setProperty('--down', String(height));
  };
  const wash = () => {
    const washes = Number(slider.value);
    strip.style.setProperty('--washed', String(washes / Number(slider.max)));
    const text = read(washes);
    mark.textContent = now(washes);
    output.textContent = text;
    slider.setAttribute('aria-valuetext', text);
  };

  slider.addEventListener('input', wash);
  slider.addEventListener('keydown', (event) => {
    const way = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    height = clamp(height + way);
    look();
  });
  strip.addEventListener('pointermove', ({ clientX, clientY }) => {
    const box = strip.getBoundingClientRect();
    height = clamp((clientY - box.top) / box.height);
    look(clamp((clientX - box.left) / box.width));
  });
  wash();
}
