import { pictureSchema, withFileResolver } from './content';

const check = (alt: string) =>
  withFileResolver({ picture: (src, words) => ({ src, width: 4, height: 3, alt: words }), file: (file) => file }, () =>
    pictureSchema.safeParse({ file: 'flats/vest.svg', alt }),
  );

test('the words of a picture that has not come yet ask for no further part of a typeface', () => {
  expect(check('A vest with “CREW” on its back').success).toBe(true);
  expect(check('A vest with "CREW" on its back').error?.issues).toEqual([
    expect.objectContaining({ path: ['alt'], message: 'Quote with “ and ”, as texts are set.' }),
  ]);
});
