/** Files under `pictures/`, put in by the gallery's build. */
declare const GALLERY_PICTURES: readonly string[];

export const PICTURES: readonly string[] = GALLERY_PICTURES;
