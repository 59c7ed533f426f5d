import { encode, poster } from './film';
import { films } from './films';

/** Makes the six reels and their posters. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [i, film] of films.entries()) {
    await out(`reels/reel-${i + 1}.jpg`, await poster(film));
    await out(`reels/reel-${i + 1}.mp4`, await encode(film));
  }
}
