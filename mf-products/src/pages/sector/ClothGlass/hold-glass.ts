/** Share of the strip's height that one arrow key moves the glass by. */
const STEP = 0.12;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Lets the glass follow the pointer over the strip, and the arrow keys on its slider: left and right wash, up and down
 * look elsewhere on the cloth.
 * @param read what the glass says after so many washes
 */
export function holdGlass(figure: HTMLElement, read: (wash: number) => string): void {
  const strip = figure.querySelector<HTMLElement>('[data-strip]');
  const slider = figure.querySelector('input');
  const output = figure.querySelector('output');
  if (!strip || !slider || !output) return;
  let height = 0.5;

  const show = (along: number) => {
    strip.style.setProperty('--along', String(along));
    strip.style.setProperty('--down', String(height));
    const text = read(Number(slider.value));
    output.textContent = text;
    slider.setAttribute('aria-valuetext', text);
  };
  const fromSlider = () => show(Number(slider.value) / Number(slider.max));

  slider.addEventListener('input', fromSlider);
  slider.addEventListener('keydown', (event) => {
    const way = { ArrowUp: -STEP, ArrowDown: STEP }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    height = clamp(height + way);
    fromSlider();
  });
  strip.addEventListener('pointermove', ({ clientX, clientY }) => {
    const box = strip.getBoundingClientRect();
    const along = clamp((clientX - box.left) / box.width);
    height = clamp((clientY - box.top) / box.height);
    slider.value = String(Math.round(along * Number(slider.max)));
    show(along);
  });
  fromSlider();
}
