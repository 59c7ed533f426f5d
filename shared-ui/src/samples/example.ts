import type { ReactNode } from 'react';

/** One state of a component. The same list feeds the gallery, the axe test and the screenshots. */
export interface Example {
  name: string;
  render(): ReactNode;
}
