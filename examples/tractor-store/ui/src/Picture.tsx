import { useRemote } from '@wholepage/remote-kit';
import type { ComponentProps } from 'react';

export interface PictureProps extends Omit<ComponentProps<'img'>, 'src'> {
  /** A variant's SKU, a scene, or a store. */
  of: string;
}

/** Path on the site of the drawing of a variant, a scene or a store. */
export const pictureOf = (name: string): string => `/_site/${name}.svg`;

/** A drawing, in pages of other hosts, too. */
export function Picture({ of, alt, ...rest }: PictureProps) {
  const { base = '' } = useRemote();
  return <img src={base + pictureOf(of)} alt={alt} {...rest} />;
}
