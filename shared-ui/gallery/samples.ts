import type { Picture } from '@wholepage/contracts/page';
import type { ReactElement } from 'react';
import type { ShellApi } from 'site/shell';

export { testConfig as sampleConfig } from 'site/testing';

/** Each component in its states, by component and state. The list feeds the gallery, the axe test and the screenshots. */
export type Catalogue = Record<string, Record<string, ReactElement>>;

/** A picture of the collection, for examples and tests. Apps name their pictures in content. */
const samplePicture = (file: string, alt: string, width: number, height: number): Picture => ({
  src: `/pictures/${file}`,
  alt,
  width,
  height,
});

export const outfit = (name: string, alt: string): Picture => samplePicture(`outfits/${name}.svg`, alt, 600, 750);
export const scene = (name: string, alt: string): Picture => samplePicture(`scenes/${name}.svg`, alt, 1600, 1000);
export const badge = (name: string, alt: string): Picture => samplePicture(`badges/${name}.svg`, alt, 400, 400);

export const marks: Picture[] = Array.from({ length: 21 }, (_, index) =>
  samplePicture(`marks/mark-${String(index + 1).padStart(2, '0')}.svg`, `Client ${index + 1}`, 240, 120),
);

/** A shell that does nothing, for examples. */
export const quietShell: ShellApi = {
  openEnquiry: () => undefined,
  alert: () => Promise.resolve(),
  toast: () => undefined,
  navigate: () => undefined,
  setHead: () => undefined,
  fail: () => undefined,
  events: { publish: () => undefined, subscribe: () => () => undefined },
};
