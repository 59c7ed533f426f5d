const TOP = { above: -300, 'in view': 100, below: 1200 };

/** Stubs the layout that jsdom lacks: all elements lie in one place. */
export function stubLayout(place: keyof typeof TOP = 'in view') {
  const scrollIntoView = jest.fn(() => Promise.resolve());
  Element.prototype.scrollIntoView = scrollIntoView;
  const entry = { isIntersecting: place === 'in view', boundingClientRect: { top: TOP[place] } };
  class Observer implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '0px';
    readonly scrollMargin = '0px';
    readonly thresholds = [0];
    constructor(private readonly tell: IntersectionObserverCallback) {}
    observe() {
      this.tell([entry as IntersectionObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
    takeRecords = () => [];
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  return { scrollIntoView };
}
