import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT } from '@wholepage/contracts/fragment';
import { FragmentHost, type FragmentHostOptions } from './fragment-host';
import { FragmentPlace } from './fragment-place';

/**
 * Defines the element that holds a fragment: put into a page it is mounted, taken out unmounted, and new props update it.
 * Elements that are there already are taken over.
 */
export function defineFragmentElement(options: FragmentHostOptions): void {
  if (customElements.get(FRAGMENT_ELEMENT)) return;
  const host = new FragmentHost(options);
  customElements.define(
    FRAGMENT_ELEMENT,
    class extends HTMLElement {
      static readonly observedAttributes = [FRAGMENT_ATTRIBUTES.props];
      private place: FragmentPlace | undefined;

      connectedCallback(): void {
        this.place ??= new FragmentPlace(this, host);
        this.place.enter();
      }

      disconnectedCallback(): void {
        const { place } = this;
        // Whoever moves it puts it back in the same task.
        queueMicrotask(() => {
          if (!this.isConnected) place?.leave();
        });
      }

      attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
        if (before !== now) this.place?.changeProps();
      }
    },
  );
}
