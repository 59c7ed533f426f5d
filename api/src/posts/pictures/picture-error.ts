import { ApiError } from '../../errors';

/** A picture of a post cannot be served. The message completes a sentence that begins with the picture's name. */
export class PictureError extends ApiError {
  override readonly name = 'PictureError';
}
