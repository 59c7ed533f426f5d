/** Address of the drawing of a variant, a scene or a store. */
export const pictureOf = (name: string): string => `/_site/${name}.svg`;
