import type { Metadata } from 'sharp';
import { RefusedError } from '../../errors';

/** A decoded picture needs three or four bytes for each pixel: this many are what the largest phone cameras make. */
export const MOST_PIXELS = 50_000_000;
/** Smaller ones show nothing; they are made to count or to trace visitors. */
const LEAST_EDGE = 8;

/** @throws RefusedError 422 when a picture is too large to be decoded, or too small to show anything */
export const requireSize = ({ width, height, pageHeight = height, pages = 1 }: Metadata): void => {
  if (width * pageHeight * pages > MOST_PIXELS) {
    throw new RefusedError(
      422,
      `This picture has more than ${MOST_PIXELS / 1_000_000} million pixels. Please choose a smaller one.`,
    );
  }
  if (width < LEAST_EDGE || pageHeight < LEAST_EDGE)
    throw new RefusedError(422, 'This picture is too small to show anything. Please choose a larger one.');
};
