/** A picture ready for an `<img>`: address, natural size in CSS pixels, text for those who do not see it. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  alt: string;
}
