const TOP = { above: -300, 'in view': 100, below: 1200 };

/** What jsdom, which lays nothing out, lacks of a window: here all elements lie in one place. */
export function stubLayout(place: keyof typeof TOP = 'in view') {
  const scrollIntoView = jest.fn(() => Promise.resolve());
  Element.prototype.scrollIntoView = scrollIntoView;
  const entry = { isIntersecting: place === 'in view', boundingClientRect: { top: TOP[place] } };
  class Observer {
    constructor(private readonly tell: IntersectionObserverCallback) {}
    observe() {
      this.tell([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    disconnect() {}
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  return { scrollIntoView };
}
