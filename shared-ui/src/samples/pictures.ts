import type { Picture } from '@wholepage/contracts/picture';

/** A picture of the collection as examples and tests show it. Apps name theirs in content. */
const samplePicture = (file: string, alt: string, width: number, height: number): Picture => ({
  src: `/pictures/${file}`,
  alt,
  width,
  height,
});

export const outfit = (name: string, alt: string): Picture => samplePicture(`outfits/${name}.svg`, alt, 600, 750);
export const scene = (name: string, alt: string): Picture => samplePicture(`scenes/${name}.svg`, alt, 1600, 1000);
export const furnishing = (name: string, alt: string): Picture =>
  samplePicture(`furnishings/${name}.svg`, alt, 800, 600);
export const badge = (name: string, alt: string): Picture => samplePicture(`badges/${name}.svg`, alt, 400, 400);

export const marks: Picture[] = Array.from({ length: 21 }, (_, index) =>
  samplePicture(`marks/mark-${String(index + 1).padStart(2, '0')}.svg`, `Client ${index + 1}`, 240, 120),
);
