import { previewSlug, readPreviewSlug } from './read';

const SECRET = 'a secret of thirty-two characters';

test('an address of a preview names it until its end', () => {
  const slug = previewSlug(12, SECRET, 3_600_000);
  expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(readPreviewSlug(slug, SECRET, 3_599_999)).toBe(12);
  expect(readPreviewSlug(slug, SECRET, 3_600_001)).toBeUndefined();
});

test('nobody makes or changes one without the secret', () => {
  const slug = previewSlug(12, SECRET);
  expect(readPreviewSlug(slug, 'another secret')).toBeUndefined();
  expect(readPreviewSlug(slug.replace('preview-c-', 'preview-d-'), SECRET)).toBeUndefined();
  expect(readPreviewSlug('preview-of-the-season', SECRET)).toBeUndefined();
});
