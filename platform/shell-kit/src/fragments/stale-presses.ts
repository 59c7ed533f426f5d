import { closest } from '../clobber-safe';

const PRESSES = ['click', 'submit'] as const;

/**
 * A fragment shows its former props until it has newer ones: its buttons would act on the former. From a change of props to
 * what shows them an element takes no press, and is `aria-busy`. Links lead where they say; the focus stays where it is.
 */
export class StalePresses {
  private latest = 0;

  constructor(private readonly element: HTMLElement) {
    // Before any code of the fragment listens.
    for (const press of PRESSES) element.addEventListener(press, this.stop, true);
  }

  /** @returns what lets presses through again, unless a later change is on its way */
  begin(): () => void {
    this.latest += 1;
    const { latest } = this;
    this.element.ariaBusy = 'true';
    return () => {
      if (latest === this.latest) this.end();
    };
  }

  /** Whatever changes are on their way: the element shows what it will show. */
  end(): void {
    this.latest += 1;
    this.element.ariaBusy = null;
  }

  private readonly stop = (event: Event): void => {
    const isLink = event.type === 'click' && closest(event.target, 'a[href]');
    if (this.element.ariaBusy !== 'true' || isLink) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}
