/** A card's number as it is printed, in groups of four. */
export const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
